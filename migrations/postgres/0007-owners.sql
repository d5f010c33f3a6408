-- online
-- A process that works. The others watch its beat rise; one that stands still is dead, and what it held is free again.
CREATE TABLE IF NOT EXISTS owners (
  id   text COLLATE "C" PRIMARY KEY,
  beat bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);

-- Who holds the lease.
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS owner text COLLATE "C";
-- How many were in hand when a process died over this task; 0 when it is beyond suspicion. Suspects run in a process of
-- their own, fewer at a time, until the one that kills is alone.
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS crowd bigint NOT NULL DEFAULT 0;
-- How often such a process died with nothing but this task in hand.
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS solo_cuts bigint NOT NULL DEFAULT 0;

CREATE INDEX CONCURRENTLY tasks_suspect ON tasks (crowd, next_run_at)
  WHERE crowd > 0 AND finished_at IS NULL AND lease_token IS NULL;
