-- A task may leave several jobs behind. The key of a row, task_id, is the id of the task and what tells the job apart; an older
-- version keeps one row a task, whose key is the id alone.
ALTER TABLE stops ADD COLUMN of_task TEXT;
