-- Small pictures of results, made when they were first asked for. A table of their own: whoever polls or reads a receipt does
-- not step over them.
CREATE TABLE thumbnails (
  id         text COLLATE "C" PRIMARY KEY,
  file_id    text COLLATE "C" NOT NULL,
  width      bigint NOT NULL,
  task_id    text COLLATE "C" NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  bytes      bigint NOT NULL,
  sha256     text NOT NULL,
  created_at bigint NOT NULL,
  UNIQUE (file_id, width)
);

CREATE INDEX thumbnails_of_task ON thumbnails (task_id);
