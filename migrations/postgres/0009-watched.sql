-- When these records were looked after, from the first sign of life to the last. What was written between two such times, by
-- whom a restored copy does not know, is not what a crash left: it is not swept away.
CREATE TABLE watched (
  from_at  bigint PRIMARY KEY,
  until_at bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
