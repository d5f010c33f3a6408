import { randomUUID } from 'node:crypto'
import {
  ApiError,
  type FailedTask,
  TaskFailedError,
  type MediaFile,
  type MediaResult,
  type Mediagen,
  type TaskHandle,
} from '@mediagen/client'
import type { Call } from '../command.ts'
import { EXIT, InterruptedByUser, UsageError } from '../exit-codes.ts'
import { openScreen, type Screen } from '../terminal/screen.ts'
import { type AskAgain, askAgainFor } from './ask-again.ts'
import { runBatch } from './batch/batch.ts'
import { connect } from './connection.ts'
import { explainFailure, NotSaved } from './explain-failure.ts'
import { follow } from './follow.ts'
import type { Lost } from './follow-tasks.ts'
import { askFor, type Job, jobOptions, type Kind, readPrompt, taskId } from './job.ts'
import { placeOf, slugOf } from './output-path.ts'
import { describeFile, type ResultNaming, openFile, type Saved, saveResults, showPicture } from './save-results.ts'

export const imageCommand = (call: Call): Promise<number> => generate(call, 'image')
export const videoCommand = (call: Call): Promise<number> => generate(call, 'video')

async function generate(call: Call, kind: Kind): Promise<number> {
  const { given, environment } = call
  const screen = openScreen({ json: given.flag('json'), environment })
  if (given.text('file') !== undefined) {
    if (given.args.length > 0) throw new UsageError('--file contains the prompts; omit the prompt on the command line.')
    return runBatch(call, kind, screen)
  }
  const job: Job = { prompt: await readPrompt(given.args), ...jobOptions(given, kind) }
  if (given.text('output') === '-' && (job.n ?? 1) > 1) throw new UsageError('-o - writes a single result; omit --n.')
  const client = await connect(call)
  const key = `cli-${randomUUID()}`
  const ask = (): Promise<TaskHandle[]> => askFor(client, kind, job, key)
  const askAgain = askAgainFor(client, { kind, job, idempotencyKey: key })
  return makeOne({ call, screen, client, ask, askAgain, prompt: job.prompt, count: job.n ?? 1 })
}

/** Requests again what an ended task requested. */
export async function retryCommand(call: Call): Promise<number> {
  const screen = openScreen({ json: call.given.flag('json'), environment: call.environment })
  const id = taskId(call.given.args[0])
  const client = await connect(call)
  const { prompt } = await client.tasks.get(id)
  const ask = async (): Promise<TaskHandle[]> => [client.handle((await client.tasks.retry(id)).id)]
  return makeOne({ call, screen, client, ask, prompt, count: 1 })
}

type Making = {
  call: Call
  screen: Screen
  client: Mediagen
  ask: () => Promise<TaskHandle[]>
  askAgain?: AskAgain | undefined
  prompt: string
  count: number
}

async function makeOne({ call, screen, client, ask, askAgain, prompt, count }: Making): Promise<number> {
  const { given } = call
  if (given.flag('async') === true) {
    tellIds(screen, await ask())
    return EXIT.done
  }
  const toPipe = given.text('output') === '-'
  const naming = await namingOf(call, { prompt, count })
  const { handles, ended } = await follow(screen, client, { ask, askAgain, isOurs: true })
  const results = ended.flatMap((each) => ('result' in each ? [each.result] : []))
  const lost = ended.flatMap((each) => ('error' in each ? [each] : []))
  const [result] = results
  if (result === undefined) throw withIds(lost)
  const failures = [...lost.map(told), ...results.flatMap((each) => each.failures)]
  const made = { ids: handles.map(({ id }) => id), failures }
  const saved: Saved[] = []
  try {
    if (toPipe) {
      process.stdout.write(await result.file.bytes())
      return EXIT.done
    }
    for await (const file of saveResults(results, naming)) saved.push(file)
  } catch (cause) {
    if (saved.length > 0) tellFiles(screen, { ...made, files: saved })
    throw unsaved(screen, cause, results.flatMap(({ files }) => files).slice(saved.length))
  }
  tellFiles(screen, { ...made, files: saved })
  if (!screen.isJson) screen.note(screen.paint('dim', results.flatMap(taskWords).join('\n')))
  await showResult(call, screen, result, saved[0]?.path)
  for (const { id, code, message } of failures) screen.note(`${id}: ${message} (${code})`)
  return failures.length === 0 ? EXIT.done : EXIT.failed
}

async function namingOf({ given }: Call, { prompt, count }: Pick<Making, 'prompt' | 'count'>): Promise<ResultNaming> {
  const force = given.flag('force') === true
  const [output, download] = [given.text('output'), given.text('download')]
  const words = { slug: slugOf(prompt) }
  const wish = { output: output === '-' ? undefined : output, download, force }
  return { place: await placeOf(wish, { count, isBatch: false, ...words }), force, words }
}

function unsaved(screen: Screen, cause: unknown, files: readonly MediaFile[]): unknown {
  const failure = new NotSaved([...new Set(files.map(({ taskId }) => taskId))], cause)
  if (!(cause instanceof InterruptedByUser)) return failure
  screen.note(failure.help)
  return cause
}

export async function showResult(
  call: Call,
  screen: Screen,
  result: MediaResult,
  path: string | undefined,
): Promise<void> {
  if (!screen.isJson && call.given.flag('preview') !== false) await showPicture(screen, call.environment, result)
  if (call.given.flag('open') === true && path !== undefined) await openFile(path)
}

export function tellFiles(
  screen: Screen,
  made: { ids: readonly string[]; files: readonly Saved[]; failures: unknown[] },
): void {
  if (screen.isJson) return screen.printJson(made)
  for (const file of made.files) {
    screen.print(file.path)
    screen.note(screen.paint('dim', describeFile(file)))
  }
}

/** What a person needs to make it again, or to look it up. */
function taskWords({ ids, seeds }: MediaResult): string[] {
  return ids.map((id, at) => `task ${id}${typeof seeds[at] === 'number' ? `  seed ${seeds[at]}` : ''}`)
}

function tellIds(screen: Screen, handles: readonly TaskHandle[]): void {
  if (screen.isJson) screen.printJson({ ids: handles.map(({ id }) => id) })
  else for (const { id } of handles) screen.print(id)
}

function told({ ids: [id = ''], error }: Lost): FailedTask {
  const { code = 'failed', message = String(error) } = explainFailure(error) ?? {}
  return { id, code, message }
}

/** The failure to report where nothing was made. Tasks that it does not name may go on, so their ids are added. */
function withIds(lost: readonly Lost[]): Error {
  const unnamed = lost.filter(({ error }) => !(error instanceof TaskFailedError) && !isOfTasks(error))
  const [first = lost[0]] = unnamed
  if (first === undefined) return new Error('the service returned no task')
  return unnamed.length === 0
    ? first.error
    : new NotSaved(
        unnamed.flatMap(({ ids }) => ids),
        first.error,
      )
}

const isOfTasks = (error: Error): boolean => error instanceof ApiError && error.taskIds.length > 0
