// Gaussian process classification as Stan's users write it: NUTS over the kernel parameters and the whitened latents
// together. RBF with one length-scale, probit, the priors of `lehr fit`. In the syntax of Debian 12's Stan, 2.21.
data {
  int<lower=1> n;
  int<lower=1> d;
  vector[d] x[n];  // standardised
  vector<lower=-1, upper=1>[n] y;
}
parameters {
  real<lower=0> sigma;  // the variance
  real<lower=0> tau;    // the length-scale
  vector[n] z;
}
model {
  matrix[n, n] k = cov_exp_quad(x, sqrt(sigma), tau);
  for (i in 1:n) k[i, i] += 1e-6 * sigma;
  sigma ~ gamma(1.1, 0.1);
  tau ~ gamma(1, inv_sqrt(d));
  z ~ normal(0, 1);
  target += normal_lcdf(y .* (cholesky_decompose(k) * z) | 0, 1);
}
