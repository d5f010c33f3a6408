-- Projects: what several keys share. Their limits stand above those of the keys.
CREATE TABLE projects (
  id          TEXT PRIMARY KEY,
  name        TEXT NOT NULL,
  limits      TEXT NOT NULL,
  raised      TEXT,
  created_at  INTEGER NOT NULL,
  archived_at INTEGER,
  version     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The project of a key and what the key may do there; both null where it has none.
ALTER TABLE keys ADD COLUMN project TEXT;
ALTER TABLE keys ADD COLUMN project_role TEXT;
-- More money for a while, as JSON.
ALTER TABLE keys ADD COLUMN raised TEXT;
CREATE INDEX keys_of_project ON keys (project, created_at DESC, id DESC) WHERE project IS NOT NULL;

-- The project in which a task was made: a key that moves leaves its tasks where they were.
ALTER TABLE tasks ADD COLUMN project TEXT;
CREATE INDEX tasks_of_project ON tasks (project, kind, status, created_at DESC, id DESC) WHERE project IS NOT NULL;

ALTER TABLE usage ADD COLUMN project TEXT;
CREATE INDEX usage_of_project ON usage (project, at) WHERE project IS NOT NULL;
