-- Pictures and clips that were sent once, to be used in later requests; or an address that waits for one.
CREATE TABLE uploads (
  id              TEXT PRIMARY KEY,
  key_id          TEXT NOT NULL,
  -- Of an address that waits for its bytes: the hash of what it ends with.
  token_hash      TEXT,
  -- Where the bytes are kept; null until they have arrived.
  file_id         TEXT,
  media_type      TEXT,
  extension       TEXT,
  -- What it takes of the room of its key: its size, or the most that may still arrive.
  bytes           INTEGER NOT NULL,
  sha256          TEXT,
  width           INTEGER,
  height          INTEGER,
  duration_ms     INTEGER,
  clip            TEXT,
  idempotency_key TEXT,
  created_at      INTEGER NOT NULL,
  expires_at      INTEGER NOT NULL
) STRICT;
CREATE INDEX uploads_listed ON uploads (key_id, created_at DESC, id DESC);
CREATE INDEX uploads_expiring ON uploads (expires_at, id);
CREATE UNIQUE INDEX uploads_kept ON uploads (file_id) WHERE file_id IS NOT NULL;
CREATE INDEX uploads_repeated ON uploads (key_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
