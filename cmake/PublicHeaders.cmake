# The headers that are installed: exactly those that src/lehr/lehr.hpp reaches, which tests/house checks.
set(lehr_public_headers
  lehr/lehr.hpp
  lehr/api/catalogue.hpp
  lehr/api/compare.hpp
  lehr/api/evidence.hpp
  lehr/api/machine.hpp
  lehr/api/simulate.hpp
  lehr/base/errors.hpp
  lehr/base/observer.hpp
  lehr/base/version.hpp
  lehr/data/dataset.hpp
  lehr/data/encoding.hpp
  lehr/data/table.hpp
  lehr/evidence/settings.hpp
  lehr/model/settings.hpp)
