# Writes to standard output log weights and the Pareto k that R's package loo finds for them.
#   Rscript generate_pareto_reference.R > pareto_reference.csv        (Debian: r-cran-loo)
suppressPackageStartupMessages(library(loo))
set.seed(1)
cases <- list(
  few = rnorm(25),
  mild = rnorm(64, sd = 0.3),
  lognormal = rnorm(1000, mean = -40, sd = 2),
  variance_ends = 0.5 * rexp(400),
  no_variance = 700 + 0.8 * rexp(1000),
  no_mean = 1.5 * rexp(200),
  bounded = log(runif(300))
)
cat("case,pareto_k,log_weights\n")
for (name in names(cases)) {
  x <- signif(cases[[name]], 8)
  k <- suppressWarnings(psis(matrix(x, ncol = 1), r_eff = 1))$diagnostics$pareto_k
  cat(name, ",", formatC(k, digits = 15, format = "g"), ",", paste(trimws(formatC(x, digits = 9, format = "g")), collapse = " "), "\n", sep = "")
}
