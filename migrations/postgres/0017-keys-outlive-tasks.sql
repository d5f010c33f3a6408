-- An Idempotency-Key holds for its day, also when its task is deleted before: a late repeat must not start, and cost, again.
ALTER TABLE idempotency DROP CONSTRAINT idempotency_task_id_fkey;
DROP INDEX idempotency_of_task;
