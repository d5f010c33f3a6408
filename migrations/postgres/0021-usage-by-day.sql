-- What was used more than a year ago, a row for each day, kind and model in place of one for each task.
CREATE TABLE usage_days (
  key_id       text COLLATE "C" NOT NULL,
  day          bigint NOT NULL,
  kind         text COLLATE "C" NOT NULL,
  model        text COLLATE "C" NOT NULL,
  tasks        bigint NOT NULL,
  succeeded    bigint NOT NULL,
  units_micros bigint NOT NULL,
  price_micros bigint,
  unpriced     bigint NOT NULL,
  PRIMARY KEY (key_id, day, kind, model)
);
