import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStore } from '../../src/store/sqlite/store.ts'

let emptyDatabase: Promise<Buffer> | undefined

/**
 * Puts a database with its schema there, unless there is one already: to bring it up step by step took half of the time of
 * a short test.
 */
export async function ensureDatabase(path: string): Promise<void> {
  if (existsSync(path)) return
  emptyDatabase ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mediagen-empty-'))
    const first = join(folder, 'mediagen.db')
    await sqliteStore(first).close()
    const bytes = await readFile(first)
    await rm(folder, { recursive: true })
    return bytes
  })()
  await writeFile(path, await emptyDatabase)
}
