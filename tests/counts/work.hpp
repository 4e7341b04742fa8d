#pragma once

#include <functional>

#include <lehr/linalg/types.hpp>

namespace lehr::counts {

/// Calls that some work made of what costs most, for matrices of one size. The functions are the library's own, behind
/// ones that count (counted_library.cpp), which the linker takes instead of the library's.
struct Work {
  int covariances = 0;           // O(n^2 d)
  int factorisations = 0;        // n^3/3 each, in double
  int rough_factorisations = 0;  // in float
  int inverses = 0;              // a factorisation with the inverse of its factor: twice as much
  int rough_inverses = 0;
  int gram_factorisations = 0;  // both in one: twice as much
  int rough_gram_factorisations = 0;
  int column_solves = 0;    // with the transpose of a factor: O(n^2) for each column
  int vector_products = 0;  // of a symmetric or triangular matrix and a vector: O(n^2)

  /// Calls of what is O(n^3), or comes near it with many columns.
  int large_calls() const {
    return factorisations + rough_factorisations + inverses + rough_inverses + gram_factorisations +
           rough_gram_factorisations + column_solves;
  }

  /// Factorisations, in units of one factorisation in double. Float goes twice as fast.
  double units() const {
    return factorisations + 0.5 * rough_factorisations + 2 * inverses + rough_inverses + 2 * gram_factorisations +
           rough_gram_factorisations;
  }
};

/// What `work` takes on this thread, of matrices with `rows` rows.
Work work_of(Index rows, const std::function<void()>& work);

/// The same; `then` is called when the call of that number, from 1, that large_calls() counts begins.
struct AtCall {
  int number;
  std::function<void()> then;
};
Work work_of(Index rows, const AtCall& at_call, const std::function<void()>& work);

}  // namespace lehr::counts
