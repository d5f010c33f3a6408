-- As with tasks: by the usual fifth of the table, a million deliveries would let two hundred thousand dead entries pile up,
-- and the search for what is due steps over each.
ALTER TABLE deliveries SET (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02
);
