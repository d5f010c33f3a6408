-- What operators are told of. The id follows from the cause, so that each is there once.
CREATE TABLE events (
  id         text COLLATE "C" PRIMARY KEY,
  event      text COLLATE "C" NOT NULL,
  subject    text COLLATE "C" NOT NULL,
  key_id     text COLLATE "C",
  project    text COLLATE "C",
  data       text NOT NULL,
  created_at bigint NOT NULL,
  -- 1 once somebody has decided where it goes.
  sent       bigint NOT NULL
);
CREATE INDEX events_listed ON events (created_at DESC, id DESC);
CREATE INDEX events_of_subject ON events (subject, created_at DESC);
CREATE INDEX events_unsent ON events (created_at, id) WHERE sent = 0;
