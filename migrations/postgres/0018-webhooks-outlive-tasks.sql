-- A webhook that waits is sent also when its task is deleted before. When it is over, it goes as well.
ALTER TABLE deliveries DROP CONSTRAINT deliveries_task_id_fkey;
