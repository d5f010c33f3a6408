-- Each new task wrote an entry into eight indexes, five of them for lists, and each entry is a page of the log.

-- One index serves every list: the few kinds and states are read side by side and merged.
CREATE INDEX tasks_listed ON tasks (key_id, kind, status, created_at DESC, id DESC);
-- A model may be a rare one among a key's many: what has ended, which is what grows, is found by it.
CREATE INDEX tasks_ended_of_model ON tasks (key_id, model, created_at DESC, id DESC) WHERE finished_at IS NOT NULL;
DROP INDEX tasks_of_key;
DROP INDEX tasks_of_key_by_status;
DROP INDEX tasks_of_key_by_kind;
DROP INDEX tasks_of_key_by_model;
