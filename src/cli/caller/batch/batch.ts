import { Mediagen } from '@mediagen/client'
import type { Call } from '../../command.ts'
import { EXIT, UsageError } from '../../exit-codes.ts'
import { openProgressLine, type ProgressLine } from '../../terminal/progress-line.ts'
import type { Screen } from '../../terminal/screen.ts'
import { connection } from '../connection.ts'
import { watchInterrupts } from '../../process-ends.ts'
import { jobOptions, type Kind } from '../job.ts'
import { nameJobs, openJournal } from './journal.ts'
import { placeOf } from '../output-path.ts'
import { readJobs, type NumberedJob } from './read-jobs.ts'
import { runJob, type Batch, type JobOutcome } from './run-job.ts'

const USUAL_PARALLEL = 4
const MOST_PARALLEL = 64
// Nobody waits for a single answer here, so a restart of the service or a full queue is waited out for most of a
// minute.
const MAX_RETRIES = 8

type Told = { line: number; outcome: JobOutcome }

/** Runs every job of a file once, however often the command is interrupted and started again. */
export async function runBatch(call: Call, kind: Kind, screen: Screen): Promise<number> {
  const { given } = call
  const path = given.text('file') ?? '-'
  const journalPath = given.text('journal') ?? (path === '-' ? undefined : `${path}.mediagen-journal`)
  if (journalPath === undefined)
    throw new UsageError('A batch from standard input requires a progress file: --journal FILE.')
  const parallel = given.whole('parallel', { least: 1, most: MOST_PARALLEL }) ?? USUAL_PARALLEL
  const jobs = await readJobs(path, kind, jobOptions(given, kind))
  const force = given.flag('force') === true
  const count = Math.max(...jobs.map(({ job }) => job.n ?? 1))
  const wish = { output: given.text('output'), download: given.text('download'), force }
  const place = await placeOf(wish, { count, isBatch: true })
  if (place.isChosen && !/\{(?:id|line)\}/.test(place.pattern))
    throw new UsageError('Add {id} or {line} to --download, so the results of a batch do not overwrite each other.')
  const { url, key } = await connection(call)
  const client = new Mediagen({ baseURL: url, apiKey: key, maxRetries: MAX_RETRIES })
  const journal = await openJournal(journalPath)
  const line = openLine(screen)
  const interrupts = watchInterrupts({ onFirst: () => line.clear(), onSecond: () => undefined })
  const retryFailed = given.flag('retry-failed') === true
  const { signal } = interrupts
  const batch: Batch = { client, kind, journal, place, force, retryFailed, signal, nowMs: call.nowMs }
  try {
    const all = await runAll(batch, { jobs, parallel, line })
    line.clear()
    return tell(screen, all, jobs.length)
  } catch (error) {
    line.clear()
    screen.note('Stopped. Submitted tasks keep running. Run the same command to resume.')
    throw error
  } finally {
    line.clear()
    interrupts.letGo()
    await journal.close()
  }
}

type All = { jobs: readonly NumberedJob[]; parallel: number; line: ProgressLine }

async function runAll(batch: Batch, { jobs, parallel, line }: All): Promise<Told[]> {
  const names = nameJobs(jobs)
  const queue = jobs.map((job, index) => ({ ...job, name: names[index] ?? '' }))
  const done: Told[] = []
  const show = (): void => {
    const failed = done.filter(({ outcome }) => outcome.kind === 'failed').length
    line.show(`${done.length} of ${jobs.length}${failed > 0 ? `, ${failed} failed` : ''}`, done.length / jobs.length)
  }
  show()
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      batch.signal.throwIfAborted()
      const outcome = await runJob(batch, next).catch((error: unknown) => {
        // A failure that would affect all jobs stops the batch: the next run continues.
        queue.length = 0
        throw error
      })
      done.push({ line: next.line, outcome })
      show()
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: parallel }, work))
  const broken = workers.find((each) => each.status === 'rejected')
  if (broken !== undefined) throw broken.reason
  return done.toSorted((one, other) => one.line - other.line)
}

function tell(screen: Screen, all: readonly Told[], count: number): number {
  const failed = all.filter(({ outcome }) => outcome.kind === 'failed')
  const number = (kind: JobOutcome['kind']): number => all.filter(({ outcome }) => outcome.kind === kind).length
  if (screen.isJson) for (const { line, outcome } of all) screen.printJson({ line, ...outcome })
  else for (const { outcome } of all) if (outcome.kind === 'made') for (const path of outcome.files) screen.print(path)
  for (const { line, outcome } of failed)
    if (outcome.kind === 'failed')
      screen.note(screen.paint('red', `Line ${line}: ${outcome.message} (${outcome.code})`))
  const before = number('done before')
  const words = [`${number('made')} made`, ...(before > 0 ? [`${before} already done`] : []), `${failed.length} failed`]
  screen.note(`${count} prompts: ${words.join(', ')}.`)
  return failed.length === 0 ? EXIT.done : EXIT.failed
}

function openLine(screen: Screen): ProgressLine {
  return openProgressLine({
    isLive: screen.isLive,
    write: (text) => void process.stderr.write(text),
    columns: () => process.stderr.columns || 80,
    elapsedMs: () => performance.now(),
  })
}
