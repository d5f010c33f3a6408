-- When each chore of all processes is due again: one of them does it, not all.
CREATE TABLE chores (
  name    TEXT PRIMARY KEY,
  next_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
