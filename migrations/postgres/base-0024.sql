-- The whole schema, for a new database: what steps 0001 to 0024 come to. An existing database goes through the steps.
-- A later change is a new step, applied after this; this file stays as it is.

-- API keys. The text of a key is not here, only its hash.
CREATE TABLE keys (
  id              text COLLATE "C" PRIMARY KEY,
  name            text NOT NULL,
  hash            text COLLATE "C" NOT NULL UNIQUE,
  hint            text NOT NULL,
  scopes          text NOT NULL,
  models          text,
  created_at      bigint NOT NULL,
  expires_at      bigint,
  revoked_at      bigint,
  webhook_secrets text NOT NULL,
  limits          text NOT NULL DEFAULT '{}',
  user_limits     text,
  former_hash     text COLLATE "C",
  former_until    bigint,
  last_used_at    bigint,
  version         bigint NOT NULL DEFAULT 0
);
CREATE INDEX keys_former_hash ON keys (former_hash);

-- What callers asked for, and how far it is. A claim is a row with a lease token.
CREATE TABLE tasks (
  id                text COLLATE "C" PRIMARY KEY,
  key_id            text COLLATE "C" NOT NULL,
  kind              text NOT NULL,
  model             text NOT NULL,
  engine            text COLLATE "C" NOT NULL,
  status            text COLLATE "C" NOT NULL,
  step              text,
  prompt            text NOT NULL,
  asked_ratio       text,
  asked_size        text,
  asked_seed        bigint,
  effective         text,
  warnings          text NOT NULL,
  reference_images  text NOT NULL,
  webhook_url       text,
  created_at        bigint NOT NULL,
  queue_deadline_at bigint NOT NULL,
  started_at        bigint,
  run_deadline_at   bigint,
  finished_at       bigint,
  next_run_at       bigint NOT NULL,
  lease_token       text COLLATE "C",
  attempts          bigint NOT NULL,
  start_key         text,
  operation         text,
  doubts            bigint NOT NULL,
  progress          bigint NOT NULL,
  error_code        text,
  error_message     text,
  version           bigint NOT NULL,
  turn              bigint NOT NULL DEFAULT 0,
  ended_by          text COLLATE "C",
  owner             text COLLATE "C",
  crowd             bigint NOT NULL DEFAULT 0,
  solo_cuts         bigint NOT NULL DEFAULT 0,
  ended_step        text,
  away_since        bigint,
  restarts          bigint NOT NULL DEFAULT 0,
  guest_of          text COLLATE "C",
  group_ids         text,
  remix_of          text,
  repeats           bigint NOT NULL DEFAULT 0,
  end_user          text,
  trace_parent      text,
  cost              text,
  holds             text,
  parked_by         text COLLATE "C",
  settings          text
) WITH (
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.02
);
CREATE INDEX tasks_ended ON tasks (status, created_at DESC, id DESC) WHERE (finished_at > 0);
CREATE INDEX tasks_ended_of_model ON tasks (key_id, model, created_at DESC, id DESC) WHERE (finished_at IS NOT NULL);
CREATE INDEX tasks_finished ON tasks (finished_at, id) WHERE (finished_at IS NOT NULL);
CREATE INDEX tasks_in_work ON tasks (engine, next_run_at, id) WHERE ((finished_at IS NULL) AND ((status = 'processing') OR (lease_token IS NOT NULL)));
CREATE INDEX tasks_listed ON tasks (key_id, kind, status, created_at DESC, id DESC);
CREATE INDEX tasks_parked ON tasks (parked_by, turn, created_at, id) WHERE (status = 'parked');
CREATE INDEX tasks_parked_too_long ON tasks (COALESCE(run_deadline_at, queue_deadline_at), id) WHERE (status = 'parked');
CREATE INDEX tasks_placed ON tasks (guest_of) WHERE ((guest_of IS NOT NULL) AND (finished_at IS NULL));
CREATE INDEX tasks_suspect ON tasks (crowd, next_run_at) WHERE ((crowd > 0) AND (finished_at IS NULL) AND (lease_token IS NULL));
CREATE INDEX tasks_waiting ON tasks (engine, turn, created_at, id) WHERE ((status = 'pending') AND (lease_token IS NULL));
CREATE INDEX tasks_waiting_too_long ON tasks (COALESCE(run_deadline_at, queue_deadline_at), id) WHERE ((status = 'pending') AND (lease_token IS NULL));

-- Results and input pictures; their bytes are in the file storage.
CREATE TABLE files (
  id          text COLLATE "C" PRIMARY KEY,
  task_id     text COLLATE "C" NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  key_id      text COLLATE "C" NOT NULL,
  role        text COLLATE "C" NOT NULL,
  position    bigint NOT NULL,
  media_type  text NOT NULL,
  extension   text NOT NULL,
  bytes       bigint NOT NULL,
  sha256      text NOT NULL,
  width       bigint,
  height      bigint,
  duration_ms bigint,
  created_at  bigint NOT NULL,
  credentials text
);
CREATE INDEX files_by_sha256 ON files (sha256, created_at, id) WHERE (role <> 'reference');
CREATE INDEX files_of_task ON files (task_id, role, "position");

-- Small copies of results.
CREATE TABLE thumbnails (
  id         text COLLATE "C" PRIMARY KEY,
  file_id    text COLLATE "C" NOT NULL,
  width      bigint NOT NULL,
  task_id    text COLLATE "C" NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  bytes      bigint NOT NULL,
  sha256     text NOT NULL,
  created_at bigint NOT NULL,
  UNIQUE (file_id, width)
);
CREATE INDEX thumbnails_of_task ON thumbnails (task_id);

-- Idempotency keys, and the task that each led to.
CREATE TABLE idempotency (
  key_id      text COLLATE "C" NOT NULL,
  key         text COLLATE "C" NOT NULL,
  fingerprint text NOT NULL,
  task_id     text COLLATE "C" NOT NULL,
  expires_at  bigint NOT NULL,
  PRIMARY KEY (key_id, key)
);
CREATE INDEX idempotency_expiry ON idempotency (expires_at);

-- Webhooks: one row for each event of a task. They outlive their task.
CREATE TABLE deliveries (
  id          text COLLATE "C" PRIMARY KEY,
  task_id     text COLLATE "C" NOT NULL,
  key_id      text COLLATE "C" NOT NULL,
  url         text NOT NULL,
  host        text COLLATE "C" NOT NULL,
  body        text NOT NULL,
  status      text COLLATE "C" NOT NULL,
  round       bigint NOT NULL,
  attempts    bigint NOT NULL,
  created_at  bigint NOT NULL,
  next_run_at bigint NOT NULL,
  lease_token text COLLATE "C",
  finished_at bigint,
  event       text COLLATE "C" NOT NULL DEFAULT 'task.completed'
) WITH (
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.02
);
CREATE INDEX deliveries_due ON deliveries (next_run_at, id, host) WHERE (status = 'pending');
CREATE INDEX deliveries_held ON deliveries (host) WHERE (lease_token IS NOT NULL);
CREATE INDEX deliveries_listed ON deliveries (key_id, status, created_at DESC, id DESC);
CREATE UNIQUE INDEX deliveries_of_task ON deliveries (task_id, event);

-- Every attempt to deliver a webhook.
CREATE TABLE delivery_attempts (
  delivery_id text COLLATE "C" NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  number      bigint NOT NULL,
  at          bigint NOT NULL,
  duration_ms bigint NOT NULL,
  status      bigint,
  error       text,
  answer      text NOT NULL,
  PRIMARY KEY (delivery_id, number)
);

-- What each task used and cost.
CREATE TABLE usage (
  task_id      text COLLATE "C" NOT NULL,
  key_id       text COLLATE "C" NOT NULL,
  kind         text NOT NULL,
  model        text NOT NULL,
  engine       text NOT NULL,
  status       text NOT NULL,
  units        double precision NOT NULL,
  at           bigint NOT NULL,
  price_micros bigint,
  end_user     text,
  PRIMARY KEY (key_id, at, task_id)
);

-- The same by day, which outlives the single rows.
CREATE TABLE usage_days (
  key_id       text COLLATE "C" NOT NULL,
  day          bigint NOT NULL,
  kind         text COLLATE "C" NOT NULL,
  model        text COLLATE "C" NOT NULL,
  tasks        bigint NOT NULL,
  succeeded    bigint NOT NULL,
  units_micros bigint NOT NULL,
  price_micros bigint,
  unpriced     bigint NOT NULL,
  PRIMARY KEY (key_id, day, kind, model)
);

-- Slots and spending of keys and end users, counted with each admission.
CREATE TABLE accounts (
  id           text COLLATE "C" PRIMARY KEY,
  let_in       bigint NOT NULL,
  parked       bigint NOT NULL,
  day          bigint NOT NULL,
  day_micros   bigint NOT NULL,
  month        bigint NOT NULL,
  month_micros bigint NOT NULL
) WITH (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 1000
);
CREATE INDEX accounts_idle ON accounts (month) WHERE ((let_in = 0) AND (parked = 0));
CREATE INDEX accounts_parked ON accounts (id) WHERE (parked > 0);

-- The turn of each key in the queue of each engine, so that none starves another.
CREATE TABLE lines (
  engine    text COLLATE "C" NOT NULL,
  key_id    text COLLATE "C" NOT NULL,
  last_turn bigint NOT NULL,
  PRIMARY KEY (engine, key_id)
) WITH (
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 1000
);
CREATE INDEX lines_by_turn ON lines (engine, last_turn);

-- Processes that hold leases, with their last heartbeat.
CREATE TABLE owners (
  id   text COLLATE "C" PRIMARY KEY,
  beat bigint NOT NULL
) WITH (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 200
);

-- Spans of time in which a process was running: what happened outside of them was an absence.
CREATE TABLE watched (
  from_at  bigint PRIMARY KEY,
  until_at bigint NOT NULL
) WITH (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 200
);

-- Jobs to be stopped at their provider.
CREATE TABLE stops (
  task_id     text COLLATE "C" PRIMARY KEY,
  engine      text NOT NULL,
  lane        text COLLATE "C" NOT NULL,
  kind        text NOT NULL,
  model       text NOT NULL,
  operation   text,
  created_at  bigint NOT NULL,
  next_run_at bigint NOT NULL,
  tries       bigint NOT NULL,
  of_task     text COLLATE "C"
) WITH (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000
);
CREATE INDEX stops_due ON stops (next_run_at, task_id);
CREATE INDEX stops_of_lane ON stops (lane);

-- When each periodic chore is due again.
CREATE TABLE chores (
  name    text COLLATE "C" PRIMARY KEY,
  next_at bigint NOT NULL
);

-- Engines that an operator has paused.
CREATE TABLE pauses (
  engine    text COLLATE "C" PRIMARY KEY,
  reason    text NOT NULL,
  paused_at bigint NOT NULL,
  paused_by text NOT NULL
);

-- What operators and keys changed.
CREATE TABLE audit (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         bigint NOT NULL,
  actor_id   text,
  actor_name text NOT NULL,
  action     text NOT NULL,
  key_id     text COLLATE "C" NOT NULL,
  changes    text NOT NULL
);
CREATE INDEX audit_at ON audit (at);
CREATE INDEX audit_key ON audit (key_id, id);
