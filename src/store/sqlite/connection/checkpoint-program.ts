import { parentPort, workerData } from 'node:worker_threads'
import { number } from '../../rows.ts'
import type { CheckpointOrder } from './checkpoints.ts'
import { openConnection } from './connection.ts'

const { path } = workerData as { path: string }
const db = openConnection(path, () => undefined)
db.exec('PRAGMA wal_autocheckpoint = 0')
const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')

/** True when the file has all that is in the log. */
function copy(): boolean {
  const row = checkpoint.get() ?? {}
  return number(row, 'log') === number(row, 'checkpointed')
}

/**
 * The first commit after a whole copy overwrites the log from its beginning, and syncs once more for it. Made here, and with
 * what is there already, it keeps nobody waiting.
 */
function beginAnew(): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    const { user_version: schema } = db.prepare('PRAGMA user_version').get() ?? {}
    db.exec(`PRAGMA user_version = ${Number(schema)}`)
    db.exec('COMMIT')
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

parentPort?.on('message', (order: CheckpointOrder | null) => {
  if (order === null) {
    db.close()
    return parentPort?.close()
  }
  try {
    if (copy() && order === 'begin anew') beginAnew()
  } catch {
    // A full disk, or another process that holds the file: it is asked for again when the log has grown further.
  }
  parentPort?.postMessage('done', [])
})
