-- A waiting task's place in line, decided when it arrives: the keys take turns, so a long line of one key holds nobody up.
ALTER TABLE tasks ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
-- The lease that ended the task: who asks again because the answer got lost is told the truth.
ALTER TABLE tasks ADD COLUMN ended_by TEXT;

DROP INDEX tasks_due;
DROP INDEX tasks_waiting;
-- Live rows are either waiting or in work. The second kind holds its place under an engine's cap, leased or asleep.
CREATE INDEX tasks_waiting ON tasks (engine, turn, created_at, id) WHERE status = 'pending' AND lease_token IS NULL;
CREATE INDEX tasks_waiting_of_key ON tasks (engine, key_id, turn) WHERE status = 'pending' AND lease_token IS NULL;
CREATE INDEX tasks_in_work ON tasks (engine, next_run_at, id)
  WHERE finished_at IS NULL AND (status = 'processing' OR lease_token IS NOT NULL);

-- With the host, a receiver that is down is stepped over inside the index, however long its line.
DROP INDEX deliveries_due;
CREATE INDEX deliveries_due ON deliveries (next_run_at, id, host) WHERE status = 'pending';

-- The few that failed among a million that did not are listed without reading the million.
CREATE INDEX tasks_of_key_by_status ON tasks (key_id, status, created_at DESC, id DESC);
