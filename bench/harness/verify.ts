import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { WorkNotDone } from './row.ts'

/** One number out of a database of SQLite that another process has open. */
export function countIn(file: string, sql: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return Number(Object.values(database.prepare(sql).get() ?? {})[0])
  } finally {
    database.close()
  }
}

export function expectCount(what: string, found: number, expected: number): void {
  if (found !== expected) throw new WorkNotDone(`${expected} ${what} were answered for, ${found} are there`)
}

/** The files that were answered with, read back by their addresses: each must be there and be what `isRight` wants. */
export async function expectFiles(
  port: number,
  urls: readonly string[],
  isRight: (bytes: Buffer) => boolean,
): Promise<void> {
  for (const url of urls) {
    const answer = await fetch(`http://127.0.0.1:${port}${new URL(url).pathname}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.status !== 200) throw new WorkNotDone(`${url} was answered with, and gives ${answer.status}`)
    if (!isRight(bytes)) throw new WorkNotDone(`${url} has other bytes (${bytes.length}) than it should have`)
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
