-- online
-- A key's tasks of one model, by kind and state, whether they have ended or not: a model that it hardly ever used is found among
-- a million tasks without reading the others, and so are the few that failed of one that it always uses.
CREATE INDEX CONCURRENTLY tasks_of_model ON tasks (key_id, model, kind, status, created_at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS tasks_ended_of_model;
