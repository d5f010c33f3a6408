import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  PermissionError,
  TaskFailedError,
  type MediaFile,
  type Mediagen,
  type MediaResult,
} from '@mediagen/client'
import { UsageError } from '../../exit-codes.ts'
import { askAgainFor } from '../ask-again.ts'
import { explainFailure } from '../explain-failure.ts'
import { askFor, type Kind } from '../job.ts'
import type { Journal } from './journal.ts'
import { pathOf, placeFor, slugOf, type OutputPlace } from '../output-path.ts'
import type { NumberedJob } from './read-jobs.ts'

export type Batch = {
  client: Mediagen
  kind: Kind
  journal: Journal
  place: OutputPlace
  force: boolean
  retryFailed: boolean
  signal: AbortSignal
  nowMs: () => number
}

export type JobOutcome =
  | { kind: 'made'; ids: readonly string[]; files: readonly string[] }
  | { kind: 'done before'; ids: readonly string[]; files: readonly string[] }
  | { kind: 'failed'; ids: readonly string[]; code: string; message: string }

type NamedJob = NumberedJob & { name: string }

// How long the service remembers an Idempotency-Key, less some minutes, because clocks differ.
const KEY_LASTS_MS = 24 * 60 * 60 * 1000 - 10 * 60 * 1000

/**
 * Completes one job of a batch, from the state in the journal. Every step is recorded before the next, so that a kill
 * at any moment costs at most a download.
 */
export async function runJob(batch: Batch, job: NamedJob): Promise<JobOutcome> {
  const { journal } = batch
  const isOver = journal.of(job.name).failure !== undefined || isForgotten(batch, job)
  if (isOver && batch.retryFailed) await journal.beginAnew(job.name)
  const { saved, failure, ids = [] } = journal.of(job.name)
  if (failure !== undefined) return { kind: 'failed', ids, ...failure }
  if (saved !== undefined && saved.every((path) => existsSync(path))) return { kind: 'done before', ids, files: saved }
  try {
    const { results, failure: oneFailed } = await resultsOf(batch, job)
    const files = await saveAll(batch, job, results)
    // Of several images, some may have been made and paid for: they are saved, and the job counts as failed.
    if (oneFailed !== undefined) return await fail(batch, job, oneFailed)
    await journal.write(job.name, { saved: files })
    return { kind: 'made', ids: results.flatMap((each) => each.ids), files }
  } catch (error) {
    return await fail(batch, job, error)
  }
}

/** Requested so long ago that the service would treat a repeat as a new request. */
function isOld({ journal, nowMs }: Batch, { name }: Pick<NamedJob, 'name'>): boolean {
  const { askedAt } = journal.of(name)
  return askedAt !== undefined && nowMs() - askedAt > KEY_LASTS_MS
}

function isForgotten(batch: Batch, job: Pick<NamedJob, 'name'>): boolean {
  return batch.journal.of(job.name).ids === undefined && isOld(batch, job)
}

type Ended = { results: MediaResult[]; failure?: unknown }

async function resultsOf(batch: Batch, numbered: NamedJob): Promise<Ended> {
  const { name, job } = numbered
  const { client, kind, journal, signal, nowMs } = batch
  const { askedAt, ids, saved } = journal.of(name)
  if (ids === undefined) {
    if (askedAt === undefined) await journal.write(name, { askedAt: nowMs() })
    else if (isForgotten(batch, { name }))
      throw new UsageError(
        "The request was sent more than a day ago and got no response. Find its task with 'mediagen tasks', or retry with --retry-failed.",
      )
    const handles = await askFor(client, kind, job, journal.keyOf(name))
    await journal.write(name, { ids: handles.map(({ id }) => id) })
  }
  const handles = (journal.of(name).ids ?? []).map((id) => client.handle(id))
  const ended = await Promise.allSettled(handles.map((handle) => handle.wait({ signal })))
  const results = ended.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const failed = ended.find((each) => each.status === 'rejected')
  if (failed === undefined) return { results }
  const failure: unknown = failed.reason
  const isUnreadable = failure instanceof PermissionError
  const askAgain = isUnreadable ? askAgainFor(client, { kind, job, idempotencyKey: journal.keyOf(name) }) : undefined
  if (askAgain === undefined) return { results, failure }
  if (isOld(batch, numbered)) {
    // It has not failed: --retry-failed is no permission to pay for it again.
    if (saved !== undefined)
      throw new UsageError(
        `The images were saved as ${saved.join(', ')}, but not all of them are there now, and this key may not read their tasks. Move the files back, or use a key with the tasks:read scope. To pay for new images, use a different progress file with --journal.`,
      )
    if (!batch.retryFailed)
      throw new UsageError(
        'The request was sent more than a day ago, and this key may not read its tasks. Use a key with the tasks:read scope, or create new tasks with --retry-failed.',
      )
    await journal.beginAnew(name)
    return resultsOf(batch, numbered)
  }
  const result = await askAgain(signal)
  const [first] = result.failures
  if (first === undefined) return { results: [result] }
  return { results: [result], failure: new TaskFailedError(first.id, { ...first, docsUrl: '' }) }
}

async function saveAll(batch: Batch, job: NamedJob, results: readonly MediaResult[]): Promise<string[]> {
  const paths: string[] = []
  const files = results.flatMap((result) => result.files)
  const place = placeFor(batch.place, files)
  for (const [index, file] of files.entries())
    paths.push(await saveOne({ ...batch, place }, job, { file, index: index + 1 }))
  return paths
}

type Numbered = { file: MediaFile; index: number }

async function saveOne({ place, force }: Batch, { line, job }: NamedJob, { file, index }: Numbered): Promise<string> {
  const words = { id: file.taskId, index, ext: file.extension, slug: slugOf(job.prompt), line }
  const path = await pathOf({ ...place, isChosen: true }, words, true)
  if (existsSync(path) && !force) {
    // The process was killed after it saved the file and before it recorded that: the file already exists.
    if ((await file.details()).sha256 === (await sha256Of(path))) return path
    throw new UsageError(`${path} already exists with different content. Use -f to replace it.`)
  }
  await removeUnfinished(path)
  return file.save(path)
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** The file that an earlier run was writing when it was killed. */
async function removeUnfinished(path: string): Promise<void> {
  const name = basename(path)
  for (const each of await readdir(dirname(path)))
    if (each.startsWith(`${name}.`) && each.endsWith('.part')) await rm(join(dirname(path), each), { force: true })
}

/** Only a final failure is recorded; a temporary one, or one that is not the job's fault, is left for the next run. */
async function fail({ journal, signal }: Batch, { name }: NamedJob, error: unknown): Promise<JobOutcome> {
  const isOfAll = [AuthenticationError, PermissionError, ConnectionError].some((each) => error instanceof each)
  // Each line can name a model of its own.
  const isOfModel = error instanceof PermissionError && error.code === 'model_not_allowed'
  if (signal.aborted || (isOfAll && !isOfModel)) throw error
  const { ids = [], saved } = journal.of(name)
  if (error instanceof UsageError) return { kind: 'failed', ids, code: 'not_done', message: error.message }
  const explained = explainFailure(error)
  if (explained === undefined) throw error
  const failure = { code: explained.code, message: explained.message }
  const isFinal = error instanceof TaskFailedError || (error instanceof ApiError && !error.retryable)
  if (isFinal && saved !== undefined) {
    // It has not failed either: what was paid for was saved once.
    const message = `The results were saved as ${saved.join(', ')}, but not all of them are there now, and this key cannot get them from the service: ${failure.message} Move the files back, or use the key that created them. To pay for new results, use a different progress file with --journal.`
    return { kind: 'failed', ids, code: 'not_done', message }
  }
  if (isFinal) await journal.write(name, { failure })
  return { kind: 'failed', ids, ...failure }
}
