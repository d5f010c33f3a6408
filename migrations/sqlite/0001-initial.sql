CREATE TABLE keys (
  id              TEXT PRIMARY KEY,
  name            TEXT NOT NULL,
  hash            TEXT NOT NULL UNIQUE,
  hint            TEXT NOT NULL,
  scopes          TEXT NOT NULL,
  models          TEXT,
  created_at      INTEGER NOT NULL,
  expires_at      INTEGER,
  revoked_at      INTEGER,
  webhook_secrets TEXT NOT NULL
) STRICT;

CREATE TABLE tasks (
  id                TEXT PRIMARY KEY,
  key_id            TEXT NOT NULL REFERENCES keys (id),
  kind              TEXT NOT NULL,
  model             TEXT NOT NULL,
  engine            TEXT NOT NULL,
  status            TEXT NOT NULL,
  step              TEXT,
  prompt            TEXT NOT NULL,
  asked_ratio       TEXT,
  asked_size        TEXT,
  asked_seed        INTEGER,
  effective         TEXT,
  warnings          TEXT NOT NULL,
  reference_images  TEXT NOT NULL,
  webhook_url       TEXT,
  created_at        INTEGER NOT NULL,
  queue_deadline_at INTEGER NOT NULL,
  started_at        INTEGER,
  run_deadline_at   INTEGER,
  finished_at       INTEGER,
  next_run_at       INTEGER NOT NULL,
  lease_token       TEXT,
  attempts          INTEGER NOT NULL,
  start_key         TEXT,
  operation         TEXT,
  doubts            INTEGER NOT NULL,
  progress          INTEGER NOT NULL,
  error_code        TEXT,
  error_message     TEXT,
  version           INTEGER NOT NULL
) STRICT;

-- Finding due work must cost the same however many tasks have ended.
CREATE INDEX tasks_due ON tasks (engine, next_run_at, id) WHERE finished_at IS NULL;
CREATE INDEX tasks_waiting ON tasks (engine, created_at, id) WHERE status = 'pending';
CREATE INDEX tasks_deadline ON tasks (coalesce(run_deadline_at, queue_deadline_at)) WHERE finished_at IS NULL;
CREATE INDEX tasks_of_key ON tasks (key_id, created_at DESC, id DESC);
CREATE INDEX tasks_finished ON tasks (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE files (
  id          TEXT PRIMARY KEY,
  task_id     TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  key_id      TEXT NOT NULL,
  role        TEXT NOT NULL,
  position    INTEGER NOT NULL,
  media_type  TEXT NOT NULL,
  extension   TEXT NOT NULL,
  bytes       INTEGER NOT NULL,
  sha256      TEXT NOT NULL,
  width       INTEGER,
  height      INTEGER,
  duration_ms INTEGER,
  created_at  INTEGER NOT NULL
) STRICT;

CREATE INDEX files_of_task ON files (task_id, role, position);

CREATE TABLE idempotency (
  key_id      TEXT NOT NULL,
  key         TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  task_id     TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  expires_at  INTEGER NOT NULL,
  PRIMARY KEY (key_id, key)
) STRICT;

CREATE INDEX idempotency_expiry ON idempotency (expires_at);
CREATE INDEX idempotency_of_task ON idempotency (task_id);

-- One row per finished task with an address: the unique task makes a second announcement impossible.
CREATE TABLE deliveries (
  id          TEXT PRIMARY KEY,
  task_id     TEXT NOT NULL UNIQUE REFERENCES tasks (id) ON DELETE CASCADE,
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
  finished_at INTEGER
) STRICT;

CREATE INDEX deliveries_due ON deliveries (next_run_at, id) WHERE status = 'pending';
CREATE INDEX deliveries_held ON deliveries (host) WHERE lease_token IS NOT NULL;
CREATE INDEX deliveries_of_key ON deliveries (key_id, created_at);

CREATE TABLE delivery_attempts (
  delivery_id TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  number      INTEGER NOT NULL,
  at          INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  status      INTEGER,
  error       TEXT,
  answer      TEXT NOT NULL,
  PRIMARY KEY (delivery_id, number)
) STRICT;

-- Usage outlives its task: it is what the bill is made from.
CREATE TABLE usage (
  task_id TEXT PRIMARY KEY,
  key_id  TEXT NOT NULL,
  kind    TEXT NOT NULL,
  model   TEXT NOT NULL,
  engine  TEXT NOT NULL,
  status  TEXT NOT NULL,
  units   REAL NOT NULL,
  at      INTEGER NOT NULL
) STRICT;

CREATE INDEX usage_of_key ON usage (key_id, at);
