-- A process that works. The others watch its beat rise; one that stands still is dead, and what it held is free again.
CREATE TABLE owners (
  id   TEXT PRIMARY KEY,
  beat INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who holds the lease.
ALTER TABLE tasks ADD COLUMN owner TEXT;
-- How many were in hand when a process died over this task; 0 when it is beyond suspicion. Suspects run in a process of
-- their own, fewer at a time, until the one that kills is alone.
ALTER TABLE tasks ADD COLUMN crowd INTEGER NOT NULL DEFAULT 0;
-- How often such a process died with nothing but this task in hand.
ALTER TABLE tasks ADD COLUMN solo_cuts INTEGER NOT NULL DEFAULT 0;

CREATE INDEX tasks_suspect ON tasks (crowd, next_run_at) WHERE crowd > 0 AND finished_at IS NULL AND lease_token IS NULL;
