-- What a request asked for beyond shape and seed, as JSON; null where it asked for nothing of the kind.
ALTER TABLE tasks ADD COLUMN settings text;
