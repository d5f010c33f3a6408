-- What was used more than a year ago, a row for each day, kind and model in place of one for each task.
CREATE TABLE usage_days (
  key_id       TEXT NOT NULL,
  day          INTEGER NOT NULL,
  kind         TEXT NOT NULL,
  model        TEXT NOT NULL,
  tasks        INTEGER NOT NULL,
  succeeded    INTEGER NOT NULL,
  units_micros INTEGER NOT NULL,
  price_micros INTEGER,
  unpriced     INTEGER NOT NULL,
  PRIMARY KEY (key_id, day, kind, model)
) STRICT, WITHOUT ROWID;
