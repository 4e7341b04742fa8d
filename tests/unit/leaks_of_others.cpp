// netCDF 4.9 does not free all it took when it cannot open a damaged file. Not ours to mend; a leak of our own is still
// reported.
#ifdef __SANITIZE_ADDRESS__
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libnetcdf\nleak:libhdf5\n"; }
#endif
