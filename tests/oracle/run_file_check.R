# Opens a run file with ncdf4 and compares it with the numbers the test wrote (run_file_test.cpp). Exits with 77 where
# ncdf4 is not installed. R shows the dimensions in reverse order.
if (!requireNamespace("ncdf4", quietly = TRUE)) quit(status = 77)
arguments <- commandArgs(trailingOnly = TRUE)
ard <- arguments[2] == "ard"
file <- ncdf4::nc_open(arguments[1])
read <- function(name) ncdf4::ncvar_get(file, name)
check <- function(name, expected) {
  values <- read(name)
  if (!identical(dim(values), dim(expected))) stop(name, " has dimensions ", toString(dim(values)))
  if (!isTRUE(all.equal(as.vector(values), as.vector(expected), tolerance = 1e-14))) stop(name, " has other values")
}

base <- outer(0:4, 0:1, function(draw, chain) 100 * chain + draw) # [draw, chain]
by_row <- function(value) aperm(sapply(0:2, function(row) value(base, row), simplify = "array"), c(3, 1, 2))
check("posterior/variance", 1 + base)
check("posterior/lengthscale", if (ard) aperm(array(c(1.1 + base, 1.2 + base), c(5, 2, 2)), c(3, 1, 2)) else 1.1 + base)
check("posterior/f", by_row(function(b, row) sin(b + 10 * row)))
check("posterior/t", by_row(function(b, row) cos(b + 10 * row)))
check("sample_stats/lp", -3 * base - 0.3 - 1 / 3)
check("sample_stats/accepted", (base %% 2) * 1)
check("sample_stats/broken", outer(0:4, 0:1, function(draw, chain) (chain + draw) %% 3))
check("sample_stats/numbers_from", 1000 * base + 7)
check("warmup_evaluations", rbind(c(-1.5, -1.5), c(-Inf, -Inf), c(-2, -3), c(-0.25, -0.25)))
check("log_likelihood/y", by_row(function(b, row) -0.5 - b - row / 8))
check("observed_data/y", array(c(1, -1, 1)))
check("constant_data/x", rbind(c(0.1, -1 / 3, 0), c(1e308, 0, 2)))
run <- ncdf4::ncatt_get(file, 0, "lehr_run")
if (!run$hasatt || !grepl("\"kernel\":\"matern32\"", run$value, fixed = TRUE)) stop("there is no description of the run")
ncdf4::nc_close(file)
cat("ncdf4 reads what was written\n")
