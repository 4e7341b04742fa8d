# Writes to standard output what R's package posterior says about the draws of a file like posterior_draws.csv.
#   Rscript generate_posterior_reference.R posterior_draws.csv > posterior_reference.csv        (Debian: r-cran-posterior)
suppressPackageStartupMessages(library(posterior))
table <- read.csv(commandArgs(trailingOnly = TRUE)[1], colClasses = "character")

cat("case,mean,sd,q5,q50,q95,rhat,ess_bulk,ess_tail,ess_mean,mcse_mean\n")
for (name in unique(table$case)) {
  x <- sapply(strsplit(table$draws[table$case == name], " "), as.numeric)
  if (!is.matrix(x)) x <- matrix(x, nrow = 1)  # one draw of each chain
  quantiles <- quantile2(x, c(0.05, 0.5, 0.95), names = FALSE)
  values <- suppressWarnings(c(mean(x), stats::sd(x), quantiles, rhat(x), ess_bulk(x), ess_tail(x), ess_mean(x), mcse_mean(x)))
  cat(paste(c(name, trimws(formatC(values, digits = 15, format = "g"))), collapse = ","), "\n", sep = "")
}
