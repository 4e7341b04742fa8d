# Orthant probabilities by R's mvtnorm: P(y_i t_i > 0 for all i), t ~ N(0, K + I), the probit evidence of a latent
# Gaussian with covariance K.
#
#   Rscript mvtnorm_reference.R problems.csv answers.csv
#
# problems.csv: problem,labels,covariance with the labels as "+-+" and the lower triangle of K row by row, separated by
# blanks. answers.csv: the same with probability and error, the absolute error that mvtnorm states (0 where its method
# is exact to rounding).
suppressPackageStartupMessages(library(mvtnorm))

arguments <- commandArgs(trailingOnly = TRUE)
problems <- read.csv(arguments[1], colClasses = "character")
set.seed(1)

answer <- function(labels, covariance) {
  y <- ifelse(strsplit(labels, "")[[1]] == "+", 1, -1)
  n <- length(y)
  k <- matrix(0, n, n)
  k[upper.tri(k, diag = TRUE)] <- as.numeric(strsplit(covariance, " ")[[1]])  # rows of a lower triangle
  k <- k + t(k) - diag(diag(k), n)
  a <- (y %o% y) * (k + diag(n))
  if (n == 1) return(c(0.5, 0))
  how <- if (n <= 3) TVPACK(abseps = 1e-14) else GenzBretz(maxpts = 4e5, abseps = 1e-11, releps = 0)
  p <- pmvnorm(lower = rep(0, n), upper = rep(Inf, n), sigma = a, algorithm = how)
  c(p, if (n <= 3) 0 else attr(p, "error"))
}

results <- t(mapply(answer, problems$labels, problems$covariance))
problems$probability <- sprintf("%.15g", results[, 1])
problems$error <- sprintf("%.2g", results[, 2])
write.csv(problems, arguments[2], row.names = FALSE, quote = FALSE)
