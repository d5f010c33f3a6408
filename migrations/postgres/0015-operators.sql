-- online
-- Engines that operators have paused: their tasks wait.
CREATE TABLE IF NOT EXISTS pauses (
  engine    text COLLATE "C" PRIMARY KEY,
  reason    text NOT NULL,
  paused_at bigint NOT NULL,
  paused_by text NOT NULL
);

-- What has ended, of all keys together, for operators. Only the end of a task is entered, and nothing before. Its own
-- condition, in words that nobody else uses, keeps it from being taken for the lists of a key.
CREATE INDEX CONCURRENTLY tasks_ended ON tasks (status, created_at DESC, id DESC) WHERE finished_at > 0;
