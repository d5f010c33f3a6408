import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'

/** A file of JSON lines that several processes append to. What was written survives the writer, not the machine. */
export type Journal<Entry> = { add(entry: Entry): void; close(): void }

/** Opens a journal for appending: one write call per entry, so that lines of several processes never mix. */
export function openJournal<Entry>(path: string): Journal<Entry> {
  const file = openSync(path, 'a')
  let open = true
  return {
    add: (entry) => void writeSync(file, `${JSON.stringify(entry)}\n`),
    close() {
      if (open) closeSync(file)
      open = false
    },
  }
}

/** All whole lines of a journal; a line that a kill cut short was never an entry. */
export function readJournal<Entry>(path: string): Entry[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  lines.pop()
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as Entry]
    } catch {
      return []
    }
  })
}

/** Milliseconds on the machine's monotonic clock: the same for every process, whatever clock the service is given. */
export function machineMs(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000
}
