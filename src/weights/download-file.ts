import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../core/errors.ts'
import { BodyError } from '../core/body-error.ts'
import type { Clock, Random } from '../ports/runtime.ts'
import { diskFull, openPartial, type PartialFile } from './partial-file.ts'
import { hostOf, Unreachable, type WeightsAnswer, type WeightsFetch } from './weights-fetch.ts'
import { blobPath, type WeightsPlaces } from './weights-places.ts'

/** A file to be had: where it is, and what is known of it before. */
export type WantedFile = {
  name: string
  /** The same bytes at each of them; the first that gives them is enough. */
  urls: readonly [string, ...string[]]
  sha256?: string | undefined
  bytes?: number | undefined
}

export type FetchedFile = { sha256: string; bytes: number; commit?: string | undefined }

export type FileProgress = { doing: 'checking' | 'downloading'; bytes: number; total: number | undefined }

export type DownloadDeps = {
  places: WeightsPlaces
  fetch: WeightsFetch
  clock: Clock
  random: Pick<Random, 'fraction'>
  /** Room on the disk of this folder. */
  freeBytes: (folder: string) => Promise<number>
  /** Opens what is on its way; tests let it fail. */
  openPartial?: typeof openPartial
}

/** Nothing came: it is asked again after this time. */
export type DownloadPause = { why: string; ms: number }

type Downloading = {
  signal?: AbortSignal | undefined
  onProgress?: (progress: FileProgress) => void
  onPause?: (pause: DownloadPause) => void
  /** Called before a file gets its name in the store, where that was not known before. */
  onNamed?: (sha256: string) => Promise<void>
}

// Attempts in a row that brought no byte; each byte starts the count again.
const MOST_IDLE_ATTEMPTS = 6
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
// The database and everything else on this disk need some too.
export const SPARE_BYTES = 256 * 2 ** 20
const LOOK_AT_DISK_EVERY_BYTES = 64 * 2 ** 20

/** The place of a file on its way: by its digest, or by its address where that is all we know. */
export function partialPath(
  { partials }: WeightsPlaces,
  { sha256, urls }: Pick<WantedFile, 'sha256' | 'urls'>,
): string {
  const name = sha256 === undefined ? `url-${createHash('sha256').update(urls[0]).digest('hex')}` : `sha256-${sha256}`
  return join(partials, `${name}.partial`)
}

/** The place of a copy of the operator's file on its way. */
export function copyPath({ partials }: WeightsPlaces, source: string): string {
  return join(partials, `copy-${createHash('sha256').update(source).digest('hex')}.partial`)
}

/** How much of a file is here already: all of it, what an earlier attempt left, or nothing. */
export async function bytesHere(
  places: WeightsPlaces,
  wanted: WantedFile,
): Promise<{ bytes: number; isWhole: boolean }> {
  if (wanted.sha256 !== undefined) {
    const whole = await sizeOf(blobPath(places, wanted.sha256))
    if (whole !== undefined) return { bytes: whole, isWhole: true }
  }
  return { bytes: (await sizeOf(partialPath(places, wanted))) ?? 0, isWhole: false }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size
}

/**
 * Fetches a file into the store, or finds it there. An interrupted download goes on where it ended; only a file with the
 * right digest gets its name in the store, and nothing is deleted when it fails. One process at a time: the caller holds the lock.
 */
export async function downloadFile(deps: DownloadDeps, wanted: WantedFile, run: Downloading): Promise<FetchedFile> {
  const here = await bytesHere(deps.places, wanted)
  if (here.isWhole && wanted.sha256 !== undefined) return { sha256: wanted.sha256, bytes: here.bytes }
  const { onProgress = () => {} } = run
  const path = partialPath(deps.places, wanted)
  const file = await (deps.openPartial ?? openPartial)(path, (bytes) => {
    onProgress({ doing: 'checking', bytes, total: wanted.bytes })
  })
  try {
    const fetched = await attemptUntilWhole({ ...deps, ...run, onProgress, wanted, file })
    if (wanted.sha256 === undefined) await run.onNamed?.(fetched.sha256)
    await file.keepAs(blobPath(deps.places, fetched.sha256))
    return fetched
  } finally {
    await file.close()
  }
}

type Attempting = DownloadDeps & {
  wanted: WantedFile
  file: PartialFile
  signal?: AbortSignal | undefined
  onProgress: (progress: FileProgress) => void
  onPause?: (pause: DownloadPause) => void
}

async function attemptUntilWhole(deps: Attempting): Promise<FetchedFile> {
  const { wanted, file, clock, random, signal } = deps
  let idle = 0
  let asksForAll = false
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted()
    const before = file.bytes
    const url = wanted.urls[attempt % wanted.urls.length] ?? wanted.urls[0]
    const ended = await attemptOnce(deps, url, asksForAll)
    if (ended.kind === 'whole') {
      const sha256 = file.sha256()
      const right = wanted.sha256 ?? ended.told.sha256
      if (right === undefined || right === sha256) return { sha256, bytes: file.bytes, commit: ended.told.commit }
      if (!file.isJoined) throw await wrongDigest(file, { wanted, url, right, sha256 })
      await file.startOver()
      continue
    }
    if (ended.kind === 'no-range') asksForAll = true
    idle = file.bytes > before ? 0 : idle + 1
    if (idle >= MOST_IDLE_ATTEMPTS) throw gaveUp(wanted, ended.why)
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** idle, LONGEST_PAUSE_MS) * (1 + random.fraction() / 4)
    const ms = Math.max(pauseMs, ended.retryAfterMs ?? 0)
    deps.onPause?.({ why: ended.why, ms })
    await clock.sleep(ms, signal)
  }
}

type Ended =
  | { kind: 'whole'; told: Pick<WeightsAnswer, 'sha256' | 'commit'> }
  /** `no-range`: this server cannot go on in the middle of a file. */
  | { kind: 'again' | 'no-range'; why: string; retryAfterMs?: number }

async function attemptOnce(deps: Attempting, url: string, asksForAll: boolean): Promise<Ended> {
  const { fetch, file, signal } = deps
  const from = file.bytes > 0 && !asksForAll ? file.bytes : undefined
  // Another server may have another tag for the same bytes; there the digest decides.
  const etag = file.source?.url === url ? file.source.etag : undefined
  try {
    const answer = await fetch.get(url, {
      ...(from !== undefined && { from, etag }),
      ...(signal !== undefined && { signal }),
    })
    try {
      return await readAnswer(deps, { answer, url, from })
    } finally {
      answer.discard()
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof Unreachable || error instanceof BodyError) return { kind: 'again', why: error.message }
    throw error
  }
}

type Reading = { answer: WeightsAnswer; url: string; from: number | undefined }

async function readAnswer(deps: Attempting, { answer, url, from }: Reading): Promise<Ended> {
  const { file, wanted } = deps
  const { status, headers } = answer
  const range = contentRange(headers['content-range'])
  if (status === 416) return beyondTheEnd(deps, range?.total, url)
  if (status === 206) {
    const total = range?.total
    if (from === undefined || range?.from !== from || total === undefined)
      return { kind: 'no-range', why: `${hostOf(url)} sent a different range than requested` }
    checkSize(wanted, total, url)
    return readBody(deps, { answer, url, total })
  }
  if (status !== 200) return refusedBy(answer, url, wanted)
  const length = Number(headers['content-length'] ?? Number.NaN)
  const total = Number.isSafeInteger(length) ? length : wanted.bytes
  if (total !== undefined) checkSize(wanted, total, url)
  if (file.bytes > 0) await file.startOver()
  return readBody(deps, { answer, url, total })
}

/** All of it is here already, or what is here is longer than the file. */
async function beyondTheEnd({ file, wanted }: Attempting, total: number | undefined, url: string): Promise<Ended> {
  if (total === file.bytes && (wanted.bytes ?? total) === total)
    return { kind: 'whole', told: { sha256: undefined, commit: undefined } }
  await file.startOver()
  return { kind: 'again', why: `${hostOf(url)} has a shorter file than the part that is already here` }
}

async function readBody(
  deps: Attempting,
  { answer, url, total }: { answer: WeightsAnswer; url: string; total: number | undefined },
): Promise<Ended> {
  const { file, places, freeBytes, onProgress } = deps
  await file.cameFrom({ url, etag: strongTag(answer.headers['etag']) })
  let lookAt = file.bytes
  for await (const chunk of answer.body) {
    if (total !== undefined && file.bytes + chunk.length > total)
      throw new AppError(
        'provider_unavailable',
        `${hostOf(url)} sends more bytes than ${deps.wanted.name} should have.`,
      )
    if (file.bytes >= lookAt) {
      if ((await freeBytes(places.root)) < chunk.length + SPARE_BYTES) throw diskFull()
      lookAt = file.bytes + LOOK_AT_DISK_EVERY_BYTES
    }
    await file.append(chunk)
    onProgress({ doing: 'downloading', bytes: file.bytes, total })
  }
  if (total !== undefined && file.bytes < total) return { kind: 'again', why: `${hostOf(url)} closed the connection` }
  return { kind: 'whole', told: answer }
}

/** A weak tag promises no equal bytes, so it is of no use for a range. */
function strongTag(etag: string | undefined): string | undefined {
  return etag === undefined || etag.startsWith('W/') ? undefined : etag
}

function contentRange(header: string | undefined): { from: number | undefined; total: number | undefined } | undefined {
  const found = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(header ?? '')
  if (found === null) return undefined
  const number = (text: string | undefined): number | undefined =>
    text === undefined || text === '*' ? undefined : Number(text)
  return { from: number(found[1]), total: number(found[2]) }
}

function checkSize({ name, bytes }: WantedFile, total: number, url: string): void {
  if (bytes === undefined || bytes === total) return
  const message = `${name} has ${total} bytes at ${hostOf(url)}, but ${bytes} are expected: it is a different file. Nothing was downloaded.`
  throw new AppError('provider_unavailable', message)
}

function refusedBy({ status, headers }: WeightsAnswer, url: string, { name }: WantedFile): Ended {
  if (status === 429 || status >= 500) {
    const seconds = Number(headers['retry-after'] ?? Number.NaN)
    const why = `${hostOf(url)} responded with ${status}`
    return Number.isFinite(seconds)
      ? { kind: 'again', why, retryAfterMs: Math.min(seconds * 1000, LONGEST_PAUSE_MS) }
      : { kind: 'again', why }
  }
  const hint =
    status === 401 || status === 403
      ? ' The repository may be gated: accept its licence on its page, create a token there, and set HF_TOKEN.'
      : ''
  throw new AppError('provider_unavailable', `${hostOf(url)} responded with ${status} for ${name}.${hint}`)
}

type Wrong = { wanted: WantedFile; url: string; right: string; sha256: string }

async function wrongDigest(file: PartialFile, { wanted, url, right, sha256 }: Wrong): Promise<AppError> {
  await file.reject()
  const message =
    `${wanted.name} from ${hostOf(url)} has the SHA-256 ${sha256}, but ${right} is expected: the file is different or was changed. ` +
    "It was not used; 'mediagen models prune' removes it."
  return new AppError('provider_unavailable', message)
}

function gaveUp({ name }: WantedFile, why: string): AppError {
  const message = `${name} cannot be downloaded: ${why}. The partial download is kept; run the same command again to resume.`
  return new AppError('provider_unavailable', message)
}
