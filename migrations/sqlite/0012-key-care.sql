-- The text before the last rotation, as a digest: it works until that time.
ALTER TABLE keys ADD COLUMN former_hash TEXT;
ALTER TABLE keys ADD COLUMN former_until INTEGER;
CREATE INDEX keys_former_hash ON keys (former_hash);
-- To the minute: written now and then, not with each request.
ALTER TABLE keys ADD COLUMN last_used_at INTEGER;
-- Counts what operators changed, so that of two who change at the same moment neither undoes the other.
ALTER TABLE keys ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
-- Keys made without naming scopes had them all. From now on `admin` manages keys, which nobody who made these asked for.
UPDATE keys SET scopes = '["images:write","videos:write","tasks:read","tasks:write"]'
  WHERE id <> 'key_environment' AND scopes = '["images:write","videos:write","tasks:read","tasks:write","admin"]';
-- Who changed what about which key. It outlives what it tells of, so nothing is referred to.
CREATE TABLE audit (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  at         INTEGER NOT NULL,
  actor_id   TEXT,
  actor_name TEXT NOT NULL,
  action     TEXT NOT NULL,
  key_id     TEXT NOT NULL,
  changes    TEXT NOT NULL
) STRICT;
CREATE INDEX audit_key ON audit (key_id, id);
CREATE INDEX audit_at ON audit (at);
