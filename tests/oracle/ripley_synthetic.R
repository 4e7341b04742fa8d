# Writes Ripley's synthetic two-class problem, as Debian's r-cran-mass has it, to FOLDER/train.csv and FOLDER/test.csv.
#   Rscript ripley_synthetic.R FOLDER        exits 77 where the package is missing
folder <- commandArgs(trailingOnly = TRUE)[1]
if (!requireNamespace("MASS", quietly = TRUE)) quit(status = 77)
for (part in c("tr", "te")) {
  name <- paste0("synth.", part)
  data(list = name, package = "MASS")
  table <- get(name)
  names(table) <- c("x", "y", "label")
  file <- if (part == "tr") "train.csv" else "test.csv"
  write.csv(table, file.path(folder, file), row.names = FALSE, quote = FALSE)
}
