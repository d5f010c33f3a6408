-- Pictures and clips that were sent once, to be used in later requests; or an address that waits for one.
CREATE TABLE uploads (
  id              text COLLATE "C" PRIMARY KEY,
  key_id          text COLLATE "C" NOT NULL,
  -- Of an address that waits for its bytes: the hash of what it ends with.
  token_hash      text COLLATE "C",
  -- Where the bytes are kept; null until they have arrived.
  file_id         text COLLATE "C",
  media_type      text,
  extension       text,
  -- What it takes of the room of its key: its size, or the most that may still arrive.
  bytes           bigint NOT NULL,
  sha256          text,
  width           bigint,
  height          bigint,
  duration_ms     bigint,
  clip            text,
  idempotency_key text COLLATE "C",
  created_at      bigint NOT NULL,
  expires_at      bigint NOT NULL
);
CREATE INDEX uploads_listed ON uploads (key_id, created_at DESC, id DESC);
CREATE INDEX uploads_expiring ON uploads (expires_at, id);
CREATE UNIQUE INDEX uploads_kept ON uploads (file_id) WHERE file_id IS NOT NULL;
CREATE INDEX uploads_repeated ON uploads (key_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
