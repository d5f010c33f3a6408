-- Small pictures of results, made when they were first asked for. A table of their own: whoever polls or reads a receipt does
-- not step over them.
CREATE TABLE thumbnails (
  id         TEXT PRIMARY KEY,
  file_id    TEXT NOT NULL,
  width      INTEGER NOT NULL,
  task_id    TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  bytes      INTEGER NOT NULL,
  sha256     TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (file_id, width)
) STRICT, WITHOUT ROWID;

CREATE INDEX thumbnails_of_task ON thumbnails (task_id);
