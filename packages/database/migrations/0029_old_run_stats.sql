-- since 1.0.0: no release has the table; run_hours and run_days took its place
DROP TABLE "run_stats";
