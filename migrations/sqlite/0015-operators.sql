-- Engines that operators have paused: their tasks wait.
CREATE TABLE pauses (
  engine    TEXT PRIMARY KEY,
  reason    TEXT NOT NULL,
  paused_at INTEGER NOT NULL,
  paused_by TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What has ended, of all keys together, for operators. Only the end of a task is entered, and nothing before. Its own
-- condition, in words that nobody else uses, keeps it from being taken for the lists of a key.
CREATE INDEX tasks_ended ON tasks (status, created_at DESC, id DESC) WHERE finished_at > 0;
