import { AppError } from '../../core/errors.ts'
import { NO_CREDENTIALS, sourceTypeOf, type FileCredentials, type OriginClaim } from '../../core/files/credentials.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Credentials, LocalFile, Signing } from '../../ports/credentials.ts'
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
  /** Looks for Content Credentials and signs; absent where nobody looks. */
  credentials?: Credentials | undefined
}

export type Marking = Pick<Repeating, 'signal' | 'onHeldUp'> & {
  task: Task
  maker: { model: string; engine: string }
  spooled: Spooled
  mediaType: string
}

/** The bytes to be kept, what is known of their credentials, and what the receipt has to say. */
export type MarkedOutput = { spooled: Spooled; credentials: FileCredentials | null; warnings: string[] }

/** Sees to it that a result says what it is, before anything of it is kept. The spooled bytes may be replaced by signed ones. */
export async function markOutput(deps: MarkDeps, marking: Marking): Promise<MarkedOutput> {
  const { credentials } = deps
  const { spooled, task, signal, onHeldUp } = marking
  if (credentials === undefined) return { spooled, credentials: null, warnings: [] }
  const { sign, isRequired } = credentials
  if (sign === undefined) return { spooled, credentials: await unchecked(credentials, spooled), warnings: [] }
  const repeating = { taskId: task.id, isRequired, signal, onHeldUp }
  const signing = await repeatStep(deps, repeating, () => signWith(deps, sign, marking))
  if (signing.kind === 'signed') return replace(deps, spooled, signing)
  if (signing.kind === 'there') return theirs(deps, spooled, signing)
  if (isRequired) throw unsigned(signing.reason)
  deps.log.warn('a result was not signed', { taskId: task.id, reason: signing.reason })
  const found = await unchecked(credentials, spooled)
  const missing = found.present
    ? 'came with Content Credentials that could not be checked'
    : 'carries no Content Credentials'
  return { spooled, credentials: found, warnings: [`The result ${missing}, because ${signing.reason}.`] }
}

/** What the structure of a file tells of its credentials. */
async function unchecked(credentials: Credentials, { path }: Spooled): Promise<FileCredentials> {
  return (await credentials.isSigned(path))
    ? { present: true, valid: null, signer: null, source: 'provider' }
    : NO_CREDENTIALS
}

function theirs(
  { credentials }: MarkDeps,
  spooled: Spooled,
  { valid, signer }: Extract<Signing, { kind: 'there' }>,
): MarkedOutput {
  if (!valid && credentials?.isRequired === true)
    throw unsigned('it came with credentials that are not valid, which would have to be removed')
  return {
    spooled,
    credentials: { present: true, valid, signer, source: 'provider' },
    warnings: valid ? [] : ['The result came with Content Credentials that are not valid. They were left as they are.'],
  }
}

function unsigned(reason: string): AppError {
  const message = `The result was made but not kept: this service keeps none without Content Credentials, and it could not be signed because ${reason}.`
  return new AppError('internal_error', message)
}

async function replace(
  { files, maxOutputBytes }: MarkDeps,
  spooled: Spooled,
  signing: Extract<Signing, { kind: 'signed' }>,
): Promise<MarkedOutput> {
  // Room for the manifest: a result that was not too large does not become so by it.
  const limit = { maxBytes: maxOutputBytes + 2 ** 20, tooLarge: 'provider_error' } as const
  try {
    const signed = await files.spool(signing.open(), limit)
    await spooled.discard()
    const credentials = { present: true, valid: true, signer: signing.signer, source: 'service' } as const
    return { spooled: signed, credentials, warnings: [] }
  } finally {
    await signing.discard()
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
      if (await deps.credentials?.isSigned(copy.path)) {
        inputs.push({ path: copy.path, mediaType: type, bytes: copy.bytes, discard: () => copy.discard() })
        isFirstSigned ||= index === 0
      } else await copy.discard()
    }
    const claim: OriginClaim = {
      model: maker.model,
      taskId: task.id,
      at: deps.clock.now(),
      sourceType: sourceTypeOf(maker.engine, references.length > 0),
      // A clip is a new work, whatever picture it began with.
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
