-- The person behind a key, as JSON: somebody who signs in and has no text to send. Null for all other keys.
ALTER TABLE keys ADD COLUMN person TEXT;

-- One browser that is signed in. The token is in its cookie alone; its SHA-256 is here.
CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY,
  key_id     TEXT NOT NULL REFERENCES keys (id),
  begun_at   INTEGER NOT NULL,
  ends_at    INTEGER NOT NULL,
  idle_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_of_key ON sessions (key_id);
CREATE INDEX sessions_by_end ON sessions (ends_at);
