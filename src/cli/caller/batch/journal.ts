import { createHash, randomUUID } from 'node:crypto'
import { open, readFile, type FileHandle } from 'node:fs/promises'
import { UsageError } from '../../exit-codes.ts'
import type { NumberedJob } from './read-jobs.ts'

/** The progress of a job of a batch; whatever is missing has not happened. */
export type Progress = {
  /** When it was first requested, in milliseconds since 1970. */
  askedAt?: number
  ids?: readonly string[]
  /** The paths of its results. */
  saved?: readonly string[]
  failure?: { code: string; message: string }
  /** How often it was retried after a failure. */
  round?: number
}

export type Journal = {
  of(name: string): Progress
  /** On disk when this resolves: the process may be killed at any moment after it. */
  write(name: string, progress: Progress): Promise<void>
  /** Lets a failed job be requested again, with another idempotency key. */
  beginAnew(name: string): Promise<void>
  /** The same for the same job of the same batch, in every process that works on it. */
  keyOf(name: string): string
  close(): Promise<void>
}

type Line = { batch?: string; name?: string } & Progress

/**
 * Opens the journal of a batch, or starts one. It lies next to the prompts, so that the same command resumes the batch.
 */
export async function openJournal(path: string): Promise<Journal> {
  const file = await begin(path)
  const text = await readFile(path, 'utf8')
  // A kill may have cut the last line: what it said will be found out again.
  const lines = text.split('\n').flatMap((line) => parsed(line))
  const batch = lines.find((line) => line.batch !== undefined)?.batch
  if (batch === undefined) {
    await file.close()
    throw new UsageError(`${path} is not a batch progress file. Remove it, or choose another file with --journal.`)
  }
  const known = new Map<string, Progress>()
  for (const { name, batch: _, ...progress } of lines)
    if (name !== undefined)
      known.set(name, progress.round === undefined ? { ...known.get(name), ...progress } : progress)
  // A new line must not be appended to a line that was cut.
  if (!text.endsWith('\n')) await file.appendFile('\n')
  return {
    of: (name) => known.get(name) ?? {},
    async write(name, progress) {
      known.set(name, { ...known.get(name), ...progress })
      await file.appendFile(`${JSON.stringify({ name, ...progress })}\n`)
      await file.datasync()
    },
    async beginAnew(name) {
      const round = (known.get(name)?.round ?? 0) + 1
      known.set(name, { round })
      await file.appendFile(`${JSON.stringify({ name, round })}\n`)
      await file.datasync()
    },
    keyOf(name) {
      const round = known.get(name)?.round ?? 0
      return `batch-${digest([batch, name, round].join(' '))}`
    },
    close: () => file.close(),
  }
}

/**
 * Names jobs by their content, with a number if several are equal. Lines may be moved or added between two runs; a
 * changed line is another job.
 */
export function nameJobs(jobs: readonly NumberedJob[]): string[] {
  const seen = new Map<string, number>()
  return jobs.map(({ job }) => {
    const sorted = Object.entries(job).toSorted(([one], [other]) => (one < other ? -1 : 1))
    const name = digest(JSON.stringify(sorted))
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return `${name}.${count}`
  })
}

async function begin(path: string): Promise<FileHandle> {
  try {
    const file = await open(path, 'ax', 0o600)
    await file.appendFile(`${JSON.stringify({ batch: randomUUID() })}\n`)
    await file.datasync()
    return file
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const file = await open(path, 'a')
    // A kill between the two steps above leaves it empty.
    if ((await file.stat()).size === 0) await file.appendFile(`${JSON.stringify({ batch: randomUUID() })}\n`)
    return file
  }
}

function parsed(line: string): Line[] {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? [value] : []
  } catch {
    return []
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40)
}
