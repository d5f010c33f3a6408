-- Text that orders rows or is compared by size is COLLATE "C": the same order as SQLite, whatever the server's language.
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
  webhook_secrets text NOT NULL
);

-- JSON is kept as text: jsonb would sort its keys and drop repeated ones.
CREATE TABLE tasks (
  id                text COLLATE "C" PRIMARY KEY,
  key_id            text COLLATE "C" NOT NULL REFERENCES keys (id),
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
  -- A waiting task's place in line, decided when it arrives: the keys take turns, so a long line of one key holds nobody up.
  turn              bigint NOT NULL DEFAULT 0,
  -- The lease that ended the task: who asks again because the answer got lost is told the truth.
  ended_by          text COLLATE "C"
) WITH (
  -- Every task is rewritten several times. By the usual fifth of the table, a million finished tasks would let two hundred
  -- thousand dead rows pile up before anyone sweeps.
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02
);

-- Finding due work must cost the same however many tasks have ended. Live rows are either waiting or in work; the second
-- kind holds its place under an engine's cap, leased or asleep.
CREATE INDEX tasks_waiting ON tasks (engine, turn, created_at, id) WHERE status = 'pending' AND lease_token IS NULL;
CREATE INDEX tasks_waiting_of_key ON tasks (engine, key_id, turn) WHERE status = 'pending' AND lease_token IS NULL;
CREATE INDEX tasks_in_work ON tasks (engine, next_run_at, id)
  WHERE finished_at IS NULL AND (status = 'processing' OR lease_token IS NOT NULL);
CREATE INDEX tasks_deadline ON tasks (coalesce(run_deadline_at, queue_deadline_at), id) WHERE finished_at IS NULL;
CREATE INDEX tasks_of_key ON tasks (key_id, created_at DESC, id DESC);
CREATE INDEX tasks_of_key_by_status ON tasks (key_id, status, created_at DESC, id DESC);
CREATE INDEX tasks_finished ON tasks (finished_at, id) WHERE finished_at IS NOT NULL;

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
  created_at  bigint NOT NULL
);

CREATE INDEX files_of_task ON files (task_id, role, position);

CREATE TABLE idempotency (
  key_id      text COLLATE "C" NOT NULL,
  key         text COLLATE "C" NOT NULL,
  fingerprint text NOT NULL,
  task_id     text COLLATE "C" NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  expires_at  bigint NOT NULL,
  PRIMARY KEY (key_id, key)
);

CREATE INDEX idempotency_expiry ON idempotency (expires_at);
CREATE INDEX idempotency_of_task ON idempotency (task_id);

-- One row per finished task with an address: the unique task makes a second announcement impossible.
CREATE TABLE deliveries (
  id          text COLLATE "C" PRIMARY KEY,
  task_id     text COLLATE "C" NOT NULL UNIQUE REFERENCES tasks (id) ON DELETE CASCADE,
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
  finished_at bigint
);

-- With the host, a receiver that is down is stepped over inside the index, however long its line.
CREATE INDEX deliveries_due ON deliveries (next_run_at, id, host) WHERE status = 'pending';
CREATE INDEX deliveries_held ON deliveries (host) WHERE lease_token IS NOT NULL;
CREATE INDEX deliveries_of_key ON deliveries (key_id, created_at);

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

-- Usage outlives its task: it is what the bill is made from.
CREATE TABLE usage (
  task_id text COLLATE "C" PRIMARY KEY,
  key_id  text COLLATE "C" NOT NULL,
  kind    text NOT NULL,
  model   text NOT NULL,
  engine  text NOT NULL,
  status  text NOT NULL,
  units   double precision NOT NULL,
  at      bigint NOT NULL
);

CREATE INDEX usage_of_key ON usage (key_id, at);
