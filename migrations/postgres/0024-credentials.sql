-- online
-- What a result says of its own origin, as JSON; null where nobody looked.
ALTER TABLE files ADD COLUMN IF NOT EXISTS credentials text;
-- Whoever holds a file and asks whether it was made here knows nothing of it but its checksum. The first of equal ones is told.
CREATE INDEX CONCURRENTLY files_by_sha256 ON files (sha256, created_at, id) WHERE role <> 'reference';
