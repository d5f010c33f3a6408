-- What a key may use, and what each end user behind it may: JSON, an absent limit is none.
ALTER TABLE keys ADD COLUMN limits TEXT NOT NULL DEFAULT '{}';
ALTER TABLE keys ADD COLUMN user_limits TEXT;
-- For whom the caller asked, in the caller's own words.
ALTER TABLE tasks ADD COLUMN end_user TEXT;
-- The W3C trace context of the request, so that work in another process belongs to the same trace.
ALTER TABLE tasks ADD COLUMN trace_parent TEXT;
-- What was paid for the result and by which price: JSON, written with the end.
ALTER TABLE tasks ADD COLUMN cost TEXT;
ALTER TABLE usage ADD COLUMN end_user TEXT;
