-- What a picture looks like, as 64 bits in hex: copies in another size or format look alike. Null where nobody looked.
ALTER TABLE files ADD COLUMN picture_hash TEXT;

-- Of two hashes that differ in few bits, at least one of four parts differs in one bit at most: each part is looked up by itself.
CREATE INDEX files_by_look_1 ON files (substr(picture_hash, 1, 4)) WHERE picture_hash IS NOT NULL;
CREATE INDEX files_by_look_2 ON files (substr(picture_hash, 5, 4)) WHERE picture_hash IS NOT NULL;
CREATE INDEX files_by_look_3 ON files (substr(picture_hash, 9, 4)) WHERE picture_hash IS NOT NULL;
CREATE INDEX files_by_look_4 ON files (substr(picture_hash, 13, 4)) WHERE picture_hash IS NOT NULL;
