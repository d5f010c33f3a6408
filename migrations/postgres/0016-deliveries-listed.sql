-- online
-- A key's webhooks by how they stand: the few that failed among many that arrived are found without reading the many.
CREATE INDEX CONCURRENTLY deliveries_listed ON deliveries (key_id, status, created_at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS deliveries_of_key;
