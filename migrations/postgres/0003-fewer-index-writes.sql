-- online
-- A row that is rewritten gets a new entry in every index that covers it, whatever was changed. A task is rewritten at
-- each step, so each index less is felt at each of them.

-- One index serves every list: the few kinds and states are read side by side and merged.
CREATE INDEX CONCURRENTLY tasks_listed ON tasks (key_id, kind, status, created_at DESC, id DESC);
-- A model may be a rare one among a key's many: what has ended, which is what grows, is found by it.
CREATE INDEX CONCURRENTLY tasks_ended_of_model ON tasks (key_id, model, created_at DESC, id DESC)
  WHERE finished_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS tasks_of_key;
DROP INDEX CONCURRENTLY IF EXISTS tasks_of_key_by_status;

-- What is in work wakes by its deadline at the latest, so only what waits has to be found by it.
CREATE INDEX CONCURRENTLY tasks_waiting_too_long ON tasks (coalesce(run_deadline_at, queue_deadline_at), id)
  WHERE status = 'pending' AND lease_token IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS tasks_deadline;

-- Keys are revoked, never removed; looking each task's key up again, under a lock, guards against nothing.
ALTER TABLE tasks DROP CONSTRAINT IF EXISTS tasks_key_id_fkey;

-- A task ends once, under its lease; the bill is read by key and time.
CREATE UNIQUE INDEX CONCURRENTLY usage_by_key ON usage (key_id, at, task_id);
DO $$ BEGIN
  IF (SELECT indnatts FROM pg_index WHERE indexrelid = 'usage_pkey'::regclass) = 1 THEN
    ALTER TABLE usage DROP CONSTRAINT usage_pkey;
    ALTER TABLE usage ADD CONSTRAINT usage_pkey PRIMARY KEY USING INDEX usage_by_key;
  END IF;
END $$;
DROP INDEX CONCURRENTLY IF EXISTS usage_by_key;
DROP INDEX CONCURRENTLY IF EXISTS usage_of_key;
