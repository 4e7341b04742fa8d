# Writes posterior_draws.csv to standard output: one line per chain, its draws separated by blanks. Few digits, so that
# every program reads the same doubles.
#   Rscript generate_posterior_draws.R > posterior_draws.csv
set.seed(20210)

autoregressive <- function(draws, chains, rho) {
  one <- function(chain) as.numeric(stats::filter(rnorm(draws) * sqrt(1 - rho^2), rho, "recursive", init = rnorm(1)))
  sapply(seq_len(chains), one)
}
normal <- function(draws, chains) matrix(rnorm(draws * chains), draws)

stuck <- round(normal(50, 4), 4)
stuck[, 2] <- 0.3
half_stuck <- round(normal(60, 3), 4)
half_stuck[31:60, 1] <- 0.1
infinite <- round(normal(40, 2), 4)
infinite[7, 1] <- Inf
infinite[20, 2] <- -Inf
missing <- round(normal(40, 2), 4)
missing[7, 1] <- NaN
missing_in_the_middle <- round(normal(21, 2), 4)
missing_in_the_middle[11, 1] <- NaN

cases <- list(
  independent = round(normal(250, 4), 4),
  autoregressive = round(autoregressive(200, 4, 0.9), 4),
  random_walk = round(apply(normal(120, 3), 2, cumsum), 4),
  antithetic = round(autoregressive(100, 2, -0.8), 4),
  alternating = matrix(rep(c(-1, 1, -1.5, 1.25), 20), 40),
  different_means = round(sweep(normal(100, 4), 2, c(0, 0, 0, 1.5), "+"), 4),
  different_scales = round(sweep(normal(100, 4), 2, c(1, 1, 1, 4), "*"), 4),
  heavy_tails = signif(matrix(rcauchy(600), 150), 5),
  heavy_first_draw = rbind(c(1e9, 0, 0), round(normal(30, 3), 4)),
  lognormal = signif(exp(3 * autoregressive(120, 4, 0.5)), 5),
  one_chain = round(autoregressive(150, 1, 0.6), 4),
  odd = round(autoregressive(101, 3, 0.4), 4),
  ties = round(autoregressive(100, 4, 0.5) * 1.5),
  two_values = matrix(as.numeric(runif(102) < 0.3), 51),
  mostly_one_value = matrix(as.numeric(runif(160) < 0.02), 40),
  symmetric_two_values = matrix(rep(c(-1, 1, 1, -1, 1), 16), 40),
  far_from_zero = 1e8 + round(normal(60, 3), 4),
  constant = matrix(0.1, 20, 4),
  nearly_constant = matrix(rep(c(1e-17, 3e-17, 2e-17, 5e-17), 10), 20),
  constant_chains = matrix(rep(c(0.1, 0.3, 0.7), each = 20), 20),
  stuck = stuck,
  half_stuck = half_stuck,
  infinite = infinite,
  missing = missing,
  missing_in_the_middle = missing_in_the_middle)
# With 2 or 3 draws posterior 1.4.0 takes chains for draws (a matrix of one row becomes a vector), so those are left out.
for (draws in c(1, 4:16)) cases[[paste0("short_", draws)]] <- round(normal(draws, 2), 3)
for (draws in c(1, 5, 6, 9)) cases[[paste0("short_single_", draws)]] <- round(normal(draws, 1), 3)

cat("case,chain,draws\n")
for (name in names(cases)) {
  for (chain in seq_len(ncol(cases[[name]]))) {
    draws <- formatC(cases[[name]][, chain], digits = 15, format = "g", width = 1)
    cat(name, ",", chain, ",", paste(draws, collapse = " "), "\n", sep = "")
  }
}
