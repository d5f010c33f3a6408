-- Frames per second and sound of a clip, as JSON; null for pictures, and where nobody looked.
ALTER TABLE files ADD COLUMN clip text;
