-- Jobs that must be stopped at their provider. They outlive their task, whoever deletes it, so nothing ties them to its row.
CREATE TABLE stops (
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

CREATE INDEX stops_due ON stops (next_run_at, task_id);
CREATE INDEX stops_of_lane ON stops (lane);

-- The step in which a task ended tells whether a job is left behind.
ALTER TABLE tasks ADD COLUMN ended_step text;
ALTER TABLE tasks ADD COLUMN away_since bigint;
ALTER TABLE tasks ADD COLUMN restarts bigint NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN guest_of text COLLATE "C";

CREATE INDEX tasks_placed ON tasks (guest_of) WHERE guest_of IS NOT NULL AND finished_at IS NULL;
