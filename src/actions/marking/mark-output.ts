import { AppError } from '../../core/errors.ts'
import { NO_CREDENTIALS, sourceTypeOf, type FileCredentials, type OriginClaim } from '../../core/files/credentials.ts'
import { unreadFile } from '../../core/files/unread-file.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Credentials, LocalFile, ReplacedFile, Signing, Watermark } from '../../ports/marking.ts'
import type { Files, Spooled } from '../../ports/files.ts'
import type { Clock, Log } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import { repeatStep, type Repeating } from './repeat-step.ts'

export type MarkDeps = {
  files: Files
  store: Pick<Store, 'files'>
  clock: Clock
  log: Log
  maxOutputBytes: number
  /** Looks for Content Credentials and signs; absent if nothing does. */
  credentials?: Credentials | undefined
  /** Marks results with the operator's hook; absent if there is none. */
  watermark?: Watermark | undefined
}

export type Marking = Pick<Repeating, 'signal' | 'stopping' | 'onHeldUp'> & {
  task: Task
  maker: { model: string; engine: string }
  spooled: Spooled
  mediaType: string
}

/** The bytes to be kept, their credentials, and the warnings for the receipt. */
export type MarkedOutput = { spooled: Spooled; credentials: FileCredentials | null; warnings: string[] }

/**
 * Marks a result before it is kept: first with the operator's watermark, then with a signature over everything. Marked
 * bytes may replace the spooled ones.
 */
export async function markOutput(deps: MarkDeps, marking: Marking): Promise<MarkedOutput> {
  const { spooled, warnings } = await watermarked(deps, marking)
  try {
    const signed = await withCredentials(deps, { ...marking, spooled })
    return { ...signed, warnings: [...warnings, ...signed.warnings] }
  } catch (error) {
    await spooled.discard()
    throw error
  }
}

async function watermarked(deps: MarkDeps, marking: Marking): Promise<Pick<MarkedOutput, 'spooled' | 'warnings'>> {
  const { watermark, credentials } = deps
  const { spooled, mediaType, task, signal, stopping, onHeldUp } = marking
  if (watermark === undefined) return { spooled, warnings: [] }
  // A watermark would make the provider's own signature invalid.
  if ((await credentials?.isSigned(spooled.path, spooled.whole)) === true)
    return { spooled, warnings: ['The result came with Content Credentials, so it was not watermarked.'] }
  const { isRequired } = watermark
  const file = { path: spooled.path, mediaType, bytes: spooled.bytes }
  const repeating = { taskId: task.id, what: 'watermarked', isRequired, signal, stopping, onHeldUp }
  const marked = await repeatStep(deps, repeating, () => watermark.mark(file, signal))
  if (marked.kind === 'marked') return { spooled: await replaced(deps, spooled, marked), warnings: [] }
  if (marked.kind === 'left')
    return { spooled, warnings: ['The result has no watermark, because the hook left it unchanged.'] }
  if (isRequired) throw notKept('its watermark', 'watermarked', marked.reason)
  deps.log.warn('a result was not watermarked', { taskId: task.id, reason: marked.reason })
  return { spooled, warnings: [`The result has no watermark, because ${marked.reason}.`] }
}

async function withCredentials(deps: MarkDeps, marking: Marking): Promise<MarkedOutput> {
  const { credentials } = deps
  const { spooled, task, signal, stopping, onHeldUp } = marking
  if (credentials === undefined) return { spooled, credentials: null, warnings: [] }
  const { sign, isRequired } = credentials
  if (sign === undefined) return { spooled, credentials: await unchecked(credentials, spooled), warnings: [] }
  const repeating = { taskId: task.id, what: 'signed', isRequired, signal, stopping, onHeldUp }
  const signing = await repeatStep(deps, repeating, () => signWith(deps, sign, marking))
  if (signing.kind === 'signed') {
    const ours = { present: true, valid: true, signer: signing.signer, source: 'service' } as const
    const signed = await replaced(deps, spooled, signing)
    return { spooled: signed, credentials: ours, warnings: [...(signing.warnings ?? [])] }
  }
  if (signing.kind === 'there') return theirs(deps, spooled, signing)
  if (isRequired) throw notKept('Content Credentials', 'signed', signing.reason)
  deps.log.warn('a result was not signed', { taskId: task.id, reason: signing.reason })
  const found = await unchecked(credentials, spooled)
  const missing = found.present
    ? 'came with Content Credentials that could not be checked'
    : 'carries no Content Credentials'
  return { spooled, credentials: found, warnings: [`The result ${missing}, because ${signing.reason}.`] }
}

/** What the structure of a file says about its credentials. */
async function unchecked(credentials: Credentials, { path, whole }: Spooled): Promise<FileCredentials> {
  return (await credentials.isSigned(path, whole))
    ? { present: true, valid: null, signer: null, source: 'provider' }
    : NO_CREDENTIALS
}

function theirs(
  { credentials }: MarkDeps,
  spooled: Spooled,
  { valid, signer }: Extract<Signing, { kind: 'there' }>,
): MarkedOutput {
  if (!valid && credentials?.isRequired === true)
    throw notKept('Content Credentials', 'signed', 'it came with invalid credentials, which would have to be removed')
  return {
    spooled,
    credentials: { present: true, valid, signer, source: 'provider' },
    warnings: valid ? [] : ['The result came with invalid Content Credentials, which were left unchanged.'],
  }
}

function notKept(without: string, done: string, reason: string): AppError {
  const message = `The result was made but not saved: this service does not save results without ${without}, and this result could not be ${done} because ${reason}.`
  return new AppError('internal_error', message)
}

/** The bytes to be kept from now on; the previous ones are removed. */
async function replaced({ files, maxOutputBytes }: MarkDeps, spooled: Spooled, by: ReplacedFile): Promise<Spooled> {
  // Room for the mark: it must not make a result too large.
  const limit = { maxBytes: maxOutputBytes + 2 ** 20, tooLarge: 'provider_error' } as const
  try {
    const bytes = await files.spool(by.open(), limit)
    await spooled.discard()
    return bytes
  } catch (error) {
    throw unreadFile(error)
  } finally {
    await by.discard()
  }
}

async function signWith(
  deps: MarkDeps,
  sign: NonNullable<Credentials['sign']>,
  { task, maker, spooled, mediaType }: Marking,
): Promise<Signing> {
  const inputs: (LocalFile & Pick<Spooled, 'discard'>)[] = []
  try {
    const references = (await deps.store.files.ofTask(task.id)).filter(({ role }) => role === 'reference')
    let isFirstSigned = false
    for (const [index, { id, mediaType: type }] of references.entries()) {
      const content = await deps.files.open(id)
      if (content === undefined) continue
      const copy = await deps.files.spool(content, { maxBytes: Infinity, tooLarge: 'internal_error' })
      const isSigned = await deps.credentials?.isSigned(copy.path).catch(async (error: unknown) => {
        await copy.discard()
        throw error
      })
      if (isSigned === true) {
        inputs.push({ path: copy.path, mediaType: type, bytes: copy.bytes, discard: () => copy.discard() })
        isFirstSigned ||= index === 0
      } else await copy.discard()
    }
    const claim: OriginClaim = {
      model: maker.model,
      taskId: task.id,
      at: deps.clock.now(),
      sourceType: sourceTypeOf(maker.engine, references.length > 0),
      // A clip is a new work, whatever picture it started from.
      isEdit: task.kind === 'image' && isFirstSigned,
    }
    const file = { path: spooled.path, mediaType, bytes: spooled.bytes }
    return await sign(
      file,
      claim,
      inputs.map(({ path, mediaType: type, bytes }) => ({ path, mediaType: type, bytes })),
      task.keyId,
    )
  } finally {
    await Promise.all(inputs.map((input) => input.discard()))
  }
}
