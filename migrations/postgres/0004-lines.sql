-- The last turn that each key was given at each engine. Whoever adds to a line writes this row, so that processes which
-- add to the same line at the same instant come one after the other and no turn is given twice.
CREATE TABLE lines (
  engine    text COLLATE "C" NOT NULL,
  key_id    text COLLATE "C" NOT NULL,
  last_turn bigint NOT NULL,
  PRIMARY KEY (engine, key_id)
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

CREATE INDEX lines_by_turn ON lines (engine, last_turn);

INSERT INTO lines SELECT engine, key_id, max(turn) FROM tasks
  WHERE status = 'pending' AND lease_token IS NULL GROUP BY engine, key_id;

-- A key's own last turn was looked for in it.
DROP INDEX tasks_waiting_of_key;
