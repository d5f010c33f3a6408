-- What a key with limits has taken of them, or an end user behind it. Keys without limits have no row.
CREATE TABLE accounts (
  id           TEXT PRIMARY KEY,
  let_in       INTEGER NOT NULL,
  parked       INTEGER NOT NULL,
  day          INTEGER NOT NULL,
  day_micros   INTEGER NOT NULL,
  month        INTEGER NOT NULL,
  month_micros INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX accounts_parked ON accounts (id) WHERE parked > 0;
CREATE INDEX accounts_idle ON accounts (month) WHERE let_in = 0 AND parked = 0;

-- What the end of a task gives back to accounts: JSON, null for those of keys without limits.
ALTER TABLE tasks ADD COLUMN holds TEXT;
-- A task of the status 'parked' waits for a place on this account. It stands in no engine's line, so that nobody steps over it.
ALTER TABLE tasks ADD COLUMN parked_by TEXT;

CREATE INDEX tasks_parked ON tasks (parked_by, turn, created_at, id) WHERE status = 'parked';
