-- online
-- Projects: what several keys share. Their limits stand above those of the keys.
CREATE TABLE IF NOT EXISTS projects (
  id          text COLLATE "C" PRIMARY KEY,
  name        text NOT NULL,
  limits      text NOT NULL,
  raised      text,
  created_at  bigint NOT NULL,
  archived_at bigint,
  version     bigint NOT NULL
);
-- The project of a key and what the key may do there; both null where it has none.
ALTER TABLE keys ADD COLUMN IF NOT EXISTS project text COLLATE "C";
ALTER TABLE keys ADD COLUMN IF NOT EXISTS project_role text;
-- More money for a while, as JSON.
ALTER TABLE keys ADD COLUMN IF NOT EXISTS raised text;
CREATE INDEX CONCURRENTLY keys_of_project ON keys (project, created_at DESC, id DESC) WHERE project IS NOT NULL;
-- The project in which a task was made: a key that moves leaves its tasks where they were.
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS project text COLLATE "C";
CREATE INDEX CONCURRENTLY tasks_of_project ON tasks (project, kind, status, created_at DESC, id DESC) WHERE project IS NOT NULL;
ALTER TABLE usage ADD COLUMN IF NOT EXISTS project text COLLATE "C";
CREATE INDEX CONCURRENTLY usage_of_project ON usage (project, at) WHERE project IS NOT NULL;
