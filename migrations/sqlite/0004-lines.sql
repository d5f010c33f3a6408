-- The last turn that each key was given at each engine: kept after its tasks were taken, so that a key whose line has run
-- empty cannot be served again before its turn.
CREATE TABLE lines (
  engine    TEXT NOT NULL,
  key_id    TEXT NOT NULL,
  last_turn INTEGER NOT NULL,
  PRIMARY KEY (engine, key_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX lines_by_turn ON lines (engine, last_turn);

INSERT INTO lines SELECT engine, key_id, max(turn) FROM tasks
  WHERE status = 'pending' AND lease_token IS NULL GROUP BY engine, key_id;

-- A key's own last turn was looked for in it.
DROP INDEX tasks_waiting_of_key;

-- A kind or a model may be a rare one among a key's many tasks.
CREATE INDEX tasks_of_key_by_kind ON tasks (key_id, kind, created_at DESC, id DESC);
CREATE INDEX tasks_of_key_by_model ON tasks (key_id, model, created_at DESC, id DESC);
