-- When each chore of the whole fleet is due again: one process does it, not all.
CREATE TABLE chores (
  name    text COLLATE "C" PRIMARY KEY,
  next_at bigint NOT NULL
);
