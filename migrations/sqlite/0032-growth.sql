-- The tasks of one model that a key or a project has, by kind and state, whether they have ended or not: a model that was hardly
-- ever used is found among a million tasks without reading the others, and so are the few that failed of one in daily use.
-- Kind and state as one text: where PostgreSQL expects few tasks of a kind, an index of those without the model would be as good
-- to it, and somebody may have a million of them.
CREATE INDEX tasks_of_model ON tasks (key_id, model, (kind || ' ' || status), created_at DESC, id DESC);
CREATE INDEX tasks_of_project_model ON tasks (project, model, (kind || ' ' || status), created_at DESC, id DESC) WHERE project IS NOT NULL;
DROP INDEX tasks_ended_of_model;
