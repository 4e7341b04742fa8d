# Samples the glass posterior by joint NUTS in Debian's r-cran-rstan and prints one line of CSV for each quantity:
# its posterior mean, the Monte Carlo error of that mean, and the effective draws; then the seconds of warm-up and of sampling,
# processor time of both chains.
#   Rscript glass_nuts.R GLASS.csv [DRAWS]   2 chains of DRAWS (default 1000); exits 77 where a package is missing
words <- commandArgs(trailingOnly = TRUE)
draws <- if (length(words) > 1) as.integer(words[2]) else 1000L
if (!requireNamespace("rstan", quietly = TRUE) || !requireNamespace("posterior", quietly = TRUE)) quit(status = 77)

self <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
table <- read.csv(words[1])
label <- table[[ncol(table)]]
x <- scale(as.matrix(table[-ncol(table)]))
data <- list(n = nrow(x), d = ncol(x), x = x, y = ifelse(label == max(label), 1, -1))
# Debian has Boost where the compiler looks; its R package BH is empty.
if (rstan::rstan_options("boost_lib") == "") rstan::rstan_options(boost_lib = "/usr/include")
model <- rstan::stan_model(file.path(dirname(self), "glass_nuts.stan"), auto_write = FALSE)
fit <- rstan::sampling(model, data = data, chains = 2, iter = 2 * draws, warmup = draws, cores = 2, seed = 1,
                       pars = c("sigma", "tau"), refresh = 0)
cat("quantity,mean,error,effective\n")
for (name in c("sigma", "tau")) {
  values <- log(rstan::extract(fit, name, permuted = FALSE)[, , 1])
  cat(sprintf("log_%s,%.4f,%.4f,%.0f\n", c(sigma = "variance", tau = "lengthscale")[name], mean(values), posterior::mcse_mean(values), posterior::ess_mean(values)))
}
cat(sprintf("seconds_of_warmup,%.1f,,\n", sum(rstan::get_elapsed_time(fit)[, "warmup"])))
cat(sprintf("seconds_of_sampling,%.1f,,\n", sum(rstan::get_elapsed_time(fit)[, "sample"])))
