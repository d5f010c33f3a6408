-- The whole schema, for a new database: what steps 0001 to 0024 come to. An existing database goes through the steps.
-- A later change is a new step, applied after this; this file stays as it is.

-- API keys. The text of a key is not here, only its hash.
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
  webhook_secrets TEXT NOT NULL,
  limits          TEXT NOT NULL DEFAULT '{}',
  user_limits     TEXT,
  former_hash     TEXT,
  former_until    INTEGER,
  last_used_at    INTEGER,
  version         INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX keys_former_hash ON keys (former_hash);

-- What callers asked for, and how far it is. A claim is a row with a lease token.
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
  version           INTEGER NOT NULL,
  turn              INTEGER NOT NULL DEFAULT 0,
  ended_by          TEXT,
  owner             TEXT,
  crowd             INTEGER NOT NULL DEFAULT 0,
  solo_cuts         INTEGER NOT NULL DEFAULT 0,
  ended_step        TEXT,
  away_since        INTEGER,
  restarts          INTEGER NOT NULL DEFAULT 0,
  guest_of          TEXT,
  group_ids         TEXT,
  remix_of          TEXT,
  repeats           INTEGER NOT NULL DEFAULT 0,
  end_user          TEXT,
  trace_parent      TEXT,
  cost              TEXT,
  holds             TEXT,
  parked_by         TEXT,
  settings          TEXT
) STRICT;
CREATE INDEX tasks_deadline ON tasks (coalesce(run_deadline_at, queue_deadline_at)) WHERE finished_at IS NULL;
CREATE INDEX tasks_ended ON tasks (status, created_at DESC, id DESC) WHERE finished_at > 0;
CREATE INDEX tasks_ended_of_model ON tasks (key_id, model, created_at DESC, id DESC) WHERE finished_at IS NOT NULL;
CREATE INDEX tasks_finished ON tasks (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX tasks_in_work ON tasks (engine, next_run_at, id)
  WHERE finished_at IS NULL AND (status = 'processing' OR lease_token IS NOT NULL);
CREATE INDEX tasks_listed ON tasks (key_id, kind, status, created_at DESC, id DESC);
CREATE INDEX tasks_parked ON tasks (parked_by, turn, created_at, id) WHERE status = 'parked';
CREATE INDEX tasks_placed ON tasks (guest_of) WHERE guest_of IS NOT NULL AND finished_at IS NULL;
CREATE INDEX tasks_suspect ON tasks (crowd, next_run_at) WHERE crowd > 0 AND finished_at IS NULL AND lease_token IS NULL;
CREATE INDEX tasks_waiting ON tasks (engine, turn, created_at, id) WHERE status = 'pending' AND lease_token IS NULL;

-- Results and input pictures; their bytes are in the file storage.
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
  created_at  INTEGER NOT NULL,
  credentials TEXT
) STRICT;
CREATE INDEX files_by_sha256 ON files (sha256, created_at, id) WHERE role <> 'reference';
CREATE INDEX files_of_task ON files (task_id, role, position);

-- Small copies of results.
CREATE TABLE thumbnails (
  id         TEXT PRIMARY KEY,
  file_id    TEXT NOT NULL,
  width      INTEGER NOT NULL,
  task_id    TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  bytes      INTEGER NOT NULL,
  sha256     TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (file_id, width)
) STRICT, WITHOUT ROWID;
CREATE INDEX thumbnails_of_task ON thumbnails (task_id);

-- Idempotency keys, and the task that each led to.
CREATE TABLE idempotency (
  key_id      TEXT NOT NULL,
  key         TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  task_id     TEXT NOT NULL,
  expires_at  INTEGER NOT NULL,
  PRIMARY KEY (key_id, key)
) STRICT;
CREATE INDEX idempotency_expiry ON idempotency (expires_at);

-- Webhooks: one row for each event of a task. They outlive their task.
CREATE TABLE deliveries (
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
CREATE INDEX deliveries_due ON deliveries (next_run_at, id, host) WHERE status = 'pending';
CREATE INDEX deliveries_held ON deliveries (host) WHERE lease_token IS NOT NULL;
CREATE INDEX deliveries_listed ON deliveries (key_id, status, created_at DESC, id DESC);

-- Every attempt to deliver a webhook.
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

-- What each task used and cost.
CREATE TABLE usage (
  task_id TEXT PRIMARY KEY,
  key_id  TEXT NOT NULL,
  kind    TEXT NOT NULL,
  model   TEXT NOT NULL,
  engine  TEXT NOT NULL,
  status  TEXT NOT NULL,
  units   REAL NOT NULL,
  at      INTEGER NOT NULL,
  price_micros INTEGER,
  end_user TEXT
) STRICT;
CREATE INDEX usage_of_key ON usage (key_id, at);

-- The same by day, which outlives the single rows.
CREATE TABLE usage_days (
  key_id       TEXT NOT NULL,
  day          INTEGER NOT NULL,
  kind         TEXT NOT NULL,
  model        TEXT NOT NULL,
  tasks        INTEGER NOT NULL,
  succeeded    INTEGER NOT NULL,
  units_micros INTEGER NOT NULL,
  price_micros INTEGER,
  unpriced     INTEGER NOT NULL,
  PRIMARY KEY (key_id, day, kind, model)
) STRICT, WITHOUT ROWID;

-- Slots and spending of keys and end users, counted with each admission.
CREATE TABLE accounts (
  id           TEXT PRIMARY KEY,
  let_in       INTEGER NOT NULL,
  parked       INTEGER NOT NULL,
  day          INTEGER NOT NULL,
  day_micros   INTEGER NOT NULL,
  month        INTEGER NOT NULL,
  month_micros INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX accounts_idle ON accounts (month) WHERE let_in = 0 AND parked = 0;
CREATE INDEX accounts_parked ON accounts (id) WHERE parked > 0;

-- The turn of each key in the queue of each engine, so that none starves another.
CREATE TABLE lines (
  engine    TEXT NOT NULL,
  key_id    TEXT NOT NULL,
  last_turn INTEGER NOT NULL,
  PRIMARY KEY (engine, key_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX lines_by_turn ON lines (engine, last_turn);

-- Processes that hold leases, with their last heartbeat.
CREATE TABLE owners (
  id   TEXT PRIMARY KEY,
  beat INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Spans of time in which a process was running: what happened outside of them was an absence.
CREATE TABLE watched (
  from_at  INTEGER PRIMARY KEY,
  until_at INTEGER NOT NULL
) STRICT;

-- Jobs to be stopped at their provider.
CREATE TABLE stops (
  task_id     TEXT PRIMARY KEY,
  engine      TEXT NOT NULL,
  lane        TEXT NOT NULL,
  kind        TEXT NOT NULL,
  model       TEXT NOT NULL,
  operation   TEXT,
  created_at  INTEGER NOT NULL,
  next_run_at INTEGER NOT NULL,
  tries       INTEGER NOT NULL,
  of_task     TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX stops_due ON stops (next_run_at, task_id);
CREATE INDEX stops_of_lane ON stops (lane);

-- When each periodic chore is due again.
CREATE TABLE chores (
  name    TEXT PRIMARY KEY,
  next_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Engines that an operator has paused.
CREATE TABLE pauses (
  engine    TEXT PRIMARY KEY,
  reason    TEXT NOT NULL,
  paused_at INTEGER NOT NULL,
  paused_by TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What operators and keys changed.
CREATE TABLE audit (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  at         INTEGER NOT NULL,
  actor_id   TEXT,
  actor_name TEXT NOT NULL,
  action     TEXT NOT NULL,
  key_id     TEXT NOT NULL,
  changes    TEXT NOT NULL
) STRICT;
CREATE INDEX audit_at ON audit (at);
CREATE INDEX audit_key ON audit (key_id, id);
