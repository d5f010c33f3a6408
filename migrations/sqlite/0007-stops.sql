-- Jobs that must be stopped at their provider. They outlive their task, whoever deletes it, so nothing ties them to its row.
CREATE TABLE stops (
  task_id     TEXT PRIMARY KEY,
  engine      TEXT NOT NULL,
  lane        TEXT NOT NULL,
  kind        TEXT NOT NULL,
  model       TEXT NOT NULL,
  operation   TEXT,
  created_at  INTEGER NOT NULL,
  next_run_at INTEGER NOT NULL,
  tries       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX stops_due ON stops (next_run_at, task_id);
CREATE INDEX stops_of_lane ON stops (lane);

-- The step in which a task ended tells whether a job is left behind.
ALTER TABLE tasks ADD COLUMN ended_step TEXT;
ALTER TABLE tasks ADD COLUMN away_since INTEGER;
ALTER TABLE tasks ADD COLUMN restarts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN guest_of TEXT;

CREATE INDEX tasks_placed ON tasks (guest_of) WHERE guest_of IS NOT NULL AND finished_at IS NULL;
