-- What operators are told of. The id follows from the cause, so that each is there once.
CREATE TABLE events (
  id         TEXT PRIMARY KEY,
  event      TEXT NOT NULL,
  subject    TEXT NOT NULL,
  key_id     TEXT,
  project    TEXT,
  data       TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- 1 once somebody has decided where it goes.
  sent       INTEGER NOT NULL
) STRICT;
CREATE INDEX events_listed ON events (created_at DESC, id DESC);
CREATE INDEX events_of_subject ON events (subject, created_at DESC);
CREATE INDEX events_unsent ON events (created_at, id) WHERE sent = 0;
