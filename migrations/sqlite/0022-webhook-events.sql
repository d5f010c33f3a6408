-- A webhook is of one event of a task. An older version announces the end alone, and names no event.
CREATE TABLE deliveries_kept (
  id          TEXT PRIMARY KEY,
  task_id     TEXT NOT NULL,
  event       TEXT NOT NULL DEFAULT 'task.completed',
  key_id      TEXT NOT NULL,
  url         TEXT NOT NULL,
  host        TEXT NOT NULL,
  body        TEXT NOT NULL,
  status      TEXT NOT NULL,
  round       INTEGER NOT NULL,
  attempts    INTEGER NOT NULL,
  created_at  INTEGER NOT NULL,
  next_run_at INTEGER NOT NULL,
  lease_token TEXT,
  finished_at INTEGER,
  UNIQUE (task_id, event)
) STRICT;
CREATE TABLE delivery_attempts_kept (
  delivery_id TEXT NOT NULL REFERENCES deliveries_kept (id) ON DELETE CASCADE,
  number      INTEGER NOT NULL,
  at          INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  status      INTEGER,
  error       TEXT,
  answer      TEXT NOT NULL,
  PRIMARY KEY (delivery_id, number)
) STRICT;
INSERT INTO deliveries_kept (id, task_id, key_id, url, host, body, status, round, attempts, created_at, next_run_at, lease_token, finished_at)
  SELECT id, task_id, key_id, url, host, body, status, round, attempts, created_at, next_run_at, lease_token, finished_at FROM deliveries;
INSERT INTO delivery_attempts_kept (delivery_id, number, at, duration_ms, status, error, answer)
  SELECT delivery_id, number, at, duration_ms, status, error, answer FROM delivery_attempts;
-- The attempts first: a table that goes takes along what refers to it.
DROP TABLE delivery_attempts;
DROP TABLE deliveries;
ALTER TABLE deliveries_kept RENAME TO deliveries;
ALTER TABLE delivery_attempts_kept RENAME TO delivery_attempts;
CREATE INDEX deliveries_due ON deliveries (next_run_at, id, host) WHERE status = 'pending';
CREATE INDEX deliveries_held ON deliveries (host) WHERE lease_token IS NOT NULL;
CREATE INDEX deliveries_listed ON deliveries (key_id, status, created_at DESC, id DESC);
