#pragma once

// Included before the sources whose products are counted (tests/CMakeLists.txt). Eigen sends every product of a
// symmetric or triangular matrix through a template that a library such as BLAS may specialise; here the specialisation
// counts and goes on to Eigen's own code.

#include <Eigen/Core>

namespace lehr::counts {

/// A product of a matrix with `rows` rows and columns with that many vectors: 2 rows^2 flops each, or half of it for a
/// triangle.
void count_products(Eigen::Index rows, Eigen::Index vectors);

}  // namespace lehr::counts

namespace Eigen::internal {

template <typename Index, int Order, int Part, bool ConjugateLeft, bool ConjugateRight>
struct selfadjoint_matrix_vector_product<double, Index, Order, Part, ConjugateLeft, ConjugateRight, Specialized> {
  template <typename... Arguments>
  static void run(Index size, Arguments&&... arguments) {
    lehr::counts::count_products(size, 1);
    selfadjoint_matrix_vector_product<double, Index, Order, Part, ConjugateLeft, ConjugateRight, BuiltIn>::run(
        size, arguments...);
  }
};

template <typename Index, int Order, int Part, bool ConjugateLeft, bool ConjugateRight>
struct selfadjoint_matrix_vector_product<float, Index, Order, Part, ConjugateLeft, ConjugateRight, Specialized> {
  template <typename... Arguments>
  static void run(Index size, Arguments&&... arguments) {
    lehr::counts::count_products(size, 1);
    selfadjoint_matrix_vector_product<float, Index, Order, Part, ConjugateLeft, ConjugateRight, BuiltIn>::run(
        size, arguments...);
  }
};

template <typename Index, int Mode, bool ConjugateLeft, bool ConjugateRight>
struct triangular_matrix_vector_product<Index, Mode, double, ConjugateLeft, double, ConjugateRight, ColMajor,
                                        Specialized> {
  template <typename... Arguments>
  static void run(Index rows, Arguments&&... arguments) {
    lehr::counts::count_products(rows, 1);
    triangular_matrix_vector_product<Index, Mode, double, ConjugateLeft, double, ConjugateRight, ColMajor,
                                     BuiltIn>::run(rows, arguments...);
  }
};

template <typename Index, int Mode, bool ConjugateLeft, bool ConjugateRight>
struct triangular_matrix_vector_product<Index, Mode, double, ConjugateLeft, double, ConjugateRight, RowMajor,
                                        Specialized> {
  template <typename... Arguments>
  static void run(Index rows, Arguments&&... arguments) {
    lehr::counts::count_products(rows, 1);
    triangular_matrix_vector_product<Index, Mode, double, ConjugateLeft, double, ConjugateRight, RowMajor,
                                     BuiltIn>::run(rows, arguments...);
  }
};

template <typename Scalar, typename Index, int Mode, int LeftOrder, bool ConjugateLeft, int RightOrder,
          bool ConjugateRight>
struct product_triangular_matrix_matrix<Scalar, Index, Mode, true, LeftOrder, ConjugateLeft, RightOrder, ConjugateRight,
                                        ColMajor, 1, Specialized> {
  template <typename... Arguments>
  static void run(Index rows, Index columns, Arguments&&... arguments) {
    lehr::counts::count_products(rows, columns);
    product_triangular_matrix_matrix<Scalar, Index, Mode, true, LeftOrder, ConjugateLeft, RightOrder, ConjugateRight,
                                     ColMajor, 1, BuiltIn>::run(rows, columns, arguments...);
  }
};

}  // namespace Eigen::internal
