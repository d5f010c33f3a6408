import type { FileRecord } from '../../../core/files/file-record.ts'
import { FILES } from '../../columns.ts'
import { places, type SqliteDatabase } from '../database.ts'

/** Inserts a record inside a transaction that is already open; a change that is repeated brings its files once more. */
export function fileInserter(db: SqliteDatabase): (file: FileRecord) => void {
  const insert = db.prepare(`INSERT INTO files (${FILES.names})
    VALUES (${places(FILES)}) ON CONFLICT (id) DO NOTHING`)
  return (file) => void insert.run(...FILES.values(file))
}
