-- online
-- What a key with limits has taken of them, or an end user behind it. Keys without limits have no row.
CREATE TABLE IF NOT EXISTS accounts (
  id           text COLLATE "C" PRIMARY KEY,
  let_in       bigint NOT NULL,
  parked       bigint NOT NULL,
  day          bigint NOT NULL,
  day_micros   bigint NOT NULL,
  month        bigint NOT NULL,
  month_micros bigint NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

CREATE INDEX CONCURRENTLY accounts_parked ON accounts (id) WHERE parked > 0;
CREATE INDEX CONCURRENTLY accounts_idle ON accounts (month) WHERE let_in = 0 AND parked = 0;

-- What the end of a task gives back to accounts: JSON, null for those of keys without limits.
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS holds text;
-- A task of the status 'parked' waits for a place on this account. It stands in no engine's line, so that nobody steps over it.
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS parked_by text COLLATE "C";

CREATE INDEX CONCURRENTLY tasks_parked ON tasks (parked_by, turn, created_at, id) WHERE status = 'parked';
CREATE INDEX CONCURRENTLY tasks_parked_too_long ON tasks (coalesce(run_deadline_at, queue_deadline_at), id)
  WHERE status = 'parked';
