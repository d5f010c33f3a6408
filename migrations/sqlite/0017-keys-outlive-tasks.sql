-- An Idempotency-Key holds for its day, also when its task is deleted before: a late repeat must not start, and cost, again.
CREATE TABLE idempotency_kept (
  key_id      TEXT NOT NULL,
  key         TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  task_id     TEXT NOT NULL,
  expires_at  INTEGER NOT NULL,
  PRIMARY KEY (key_id, key)
) STRICT;
INSERT INTO idempotency_kept (key_id, key, fingerprint, task_id, expires_at)
  SELECT key_id, key, fingerprint, task_id, expires_at FROM idempotency;
DROP TABLE idempotency;
ALTER TABLE idempotency_kept RENAME TO idempotency;
CREATE INDEX idempotency_expiry ON idempotency (expires_at);
