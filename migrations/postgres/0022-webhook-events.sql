-- online
-- A webhook is of one event of a task. An older version announces the end alone, and names no event.
ALTER TABLE deliveries ADD COLUMN IF NOT EXISTS event text COLLATE "C" NOT NULL DEFAULT 'task.completed';
CREATE UNIQUE INDEX CONCURRENTLY deliveries_of_task ON deliveries (task_id, event);
ALTER TABLE deliveries DROP CONSTRAINT IF EXISTS deliveries_task_id_key;
