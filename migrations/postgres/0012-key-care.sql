-- online
-- The text before the last rotation, as a digest: it works until that time.
ALTER TABLE keys ADD COLUMN IF NOT EXISTS former_hash text COLLATE "C";
ALTER TABLE keys ADD COLUMN IF NOT EXISTS former_until bigint;
CREATE INDEX CONCURRENTLY keys_former_hash ON keys (former_hash);
-- To the minute: written now and then, not with each request.
ALTER TABLE keys ADD COLUMN IF NOT EXISTS last_used_at bigint;
-- Counts what operators changed, so that of two who change at the same moment neither undoes the other.
ALTER TABLE keys ADD COLUMN IF NOT EXISTS version bigint NOT NULL DEFAULT 0;
-- Keys made without naming scopes had them all. From now on `admin` manages keys, which nobody who made these asked for.
UPDATE keys SET scopes = '["images:write","videos:write","tasks:read","tasks:write"]'
  WHERE id <> 'key_environment' AND scopes = '["images:write","videos:write","tasks:read","tasks:write","admin"]';
-- Who changed what about which key. It outlives what it tells of, so nothing is referred to.
CREATE TABLE IF NOT EXISTS audit (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         bigint NOT NULL,
  actor_id   text,
  actor_name text NOT NULL,
  action     text NOT NULL,
  key_id     text COLLATE "C" NOT NULL,
  changes    text NOT NULL
);
CREATE INDEX IF NOT EXISTS audit_key ON audit (key_id, id);
CREATE INDEX IF NOT EXISTS audit_at ON audit (at);
