ALTER TABLE usage ADD COLUMN price_micros bigint;
