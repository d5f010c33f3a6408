-- online
-- Jobs that must be stopped at their provider. They outlive their task, whoever deletes it, so nothing ties them to its row.
CREATE TABLE IF NOT EXISTS stops (
  task_id     text COLLATE "C" PRIMARY KEY,
  engine      text NOT NULL,
  lane        text COLLATE "C" NOT NULL,
  kind        text NOT NULL,
  model       text NOT NULL,
  operation   text,
  created_at  bigint NOT NULL,
  next_run_at bigint NOT NULL,
  tries       bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

CREATE INDEX IF NOT EXISTS stops_due ON stops (next_run_at, task_id);
CREATE INDEX IF NOT EXISTS stops_of_lane ON stops (lane);

-- The step in which a task ended tells whether a job is left behind.
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS ended_step text;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS away_since bigint;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS restarts bigint NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS guest_of text COLLATE "C";

CREATE INDEX CONCURRENTLY tasks_placed ON tasks (guest_of) WHERE guest_of IS NOT NULL AND finished_at IS NULL;
