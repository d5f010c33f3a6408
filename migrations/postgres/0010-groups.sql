-- A request may ask for several results: each is a task, and each of them names them all, in order.
ALTER TABLE tasks ADD COLUMN group_ids text;
-- The video that another was made from.
ALTER TABLE tasks ADD COLUMN remix_of text;
-- How often a repeat of the request was given this task in place of a new one.
ALTER TABLE tasks ADD COLUMN repeats bigint NOT NULL DEFAULT 0;
