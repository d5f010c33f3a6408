import { mkdir, open, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError, type Config } from '../config.ts'
import { AppError } from '../core/errors.ts'
import type { CredentialsSettings, WatermarkSettings } from '../core/files/credentials.ts'
import { sniffMediaType } from '../core/files/media-type.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import type { Credentials, Watermark } from '../ports/marking.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Finding } from './check-engines.ts'
import { systemClock } from '../runtime/system.ts'
import { VERSION } from '../version.ts'

// The operator named the addresses, so private ones are allowed. The metadata services of clouds are refused all the
// same.
const ANYWHERE = ['0.0.0.0/0', '::/0']

/** Everything that is done to results before they are kept. */
export async function openMarking(config: Config, { clock, signs }: { clock: Clock; signs: boolean }) {
  return {
    credentials: await openCredentials(config.credentials, { clock, signs }),
    watermark: await openWatermark(config.watermark, { clock, maxBytes: config.maxOutputBytes }),
    looksAtPictures: config.credentials.mode !== 'off' || config.provenanceIsPublic,
  }
}

/**
 * Looks for credentials in results, and signs them if the operator wants that: a service that cannot sign does not
 * start.
 */
async function openCredentials(
  { mode, files, signer, timeStampUrl }: CredentialsSettings,
  { clock, signs }: { clock: Clock; signs: boolean },
): Promise<Credentials> {
  const { contentCredentials, onlyLooking } = await import('../media/credentials/content-credentials.ts')
  if (files === undefined || !signs) return onlyLooking()
  const { readIdentity } = await import('../media/credentials/identity.ts')
  const found = await readIdentity(files, clock.now())
  if ('problem' in found)
    throw new ConfigError([`MEDIAGEN_CREDENTIALS=${mode}: nothing can be signed, because ${found.problem}`])
  const generator = { name: 'mediagen', version: VERSION }
  const fetch = guardedFetch({ allow: ANYWHERE, clock })
  const { timeStamps } = await import('../media/credentials/time-stamp.ts')
  const stamp = timeStampUrl === undefined ? undefined : timeStamps(fetch, timeStampUrl, clock)
  return contentCredentials({
    files,
    isRequired: mode === 'required',
    generator,
    clock,
    outside: { fetch, signer, stamp },
  })
}

const SOON_MS = 30 * 24 * 60 * 60 * 1000

/** What an operator should know about signing before anything is paid for; empty if it is off. */
export async function checkCredentials({ mode, files }: CredentialsSettings, now: number): Promise<Finding[]> {
  if (files === undefined) return []
  const { readIdentity } = await import('../media/credentials/identity.ts')
  const { SIGNING_LIMITS } = await import('../media/credentials/content-credentials.ts')
  const what = 'credentials'
  const found = await readIdentity(files, now)
  if ('problem' in found) return [{ ok: false, what, detail: `nothing can be signed, because ${found.problem}` }]
  const until = found.validTo.toISOString().slice(0, 10)
  const fate = mode === 'required' ? 'their tasks fail after they were paid for' : 'they are kept with a warning'
  return [
    {
      ok: true,
      isWarning: found.validTo.getTime() - now < SOON_MS,
      what,
      detail: `signed as '${found.signer}' until ${until}`,
    },
    { ok: true, isWarning: mode === 'required', what, detail: `${SIGNING_LIMITS}: ${fate}` },
  ]
}

/** The operator's hook that marks results, if there is one. */
async function openWatermark(
  settings: WatermarkSettings | undefined,
  { clock, maxBytes }: { clock: Clock; maxBytes: number },
): Promise<Watermark | undefined> {
  if (settings === undefined) return undefined
  const { hookedWatermark } = await import('../media/watermark.ts')
  return hookedWatermark({ ...settings, fetch: guardedFetch({ allow: ANYWHERE, clock }), maxBytes })
}

/**
 * Creates a test authority and a certificate of it in a folder, and returns their paths. Existing files are not
 * overwritten.
 */
export async function initCredentials(folder: string, name: string) {
  const { makeCertificates } = await import('../media/credentials/make-certificates.ts')
  const made = makeCertificates(name, systemClock.now())
  const paths = {
    chain: join(folder, 'chain.pem'),
    key: join(folder, 'key.pem'),
    authority: join(folder, 'ca.pem'),
    authorityKey: join(folder, 'ca-key.pem'),
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const part of ['chain', 'key', 'authority', 'authorityKey'] as const) {
    const mode = part === 'key' || part === 'authorityKey' ? 0o600 : 0o644
    await writeFile(paths[part], made[part], { flag: 'wx', mode }).catch((cause: unknown) => {
      throw new AppError('internal_error', `${paths[part]} cannot be written, or already exists.`, { cause })
    })
  }
  return paths
}

export type CheckedFile = Awaited<ReturnType<typeof readFileCredentials>>

/** What a file on this machine says about its origin. */
export async function readFileCredentials(path: string) {
  const { readCredentials } = await import('../media/credentials/content-credentials.ts')
  const type = sniffMediaType(await headOf(path))
  if (type === undefined) return { problem: 'it is not an image or video file' }
  const found = await readCredentials({ path, mediaType: type.mediaType, bytes: (await stat(path)).size })
  if (found.kind === 'failed') return { problem: found.reason }
  return found.kind === 'found' ? { ...found, actions: actionsIn(found.story) } : found
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path).catch((cause: unknown) => {
    throw new AppError('internal_error', `${path} cannot be read.`, { cause })
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

type Action = { action?: string; when?: string; digitalSourceType?: string; parameters?: Record<string, unknown> }
type Story = {
  active_manifest?: string
  manifests?: Record<string, { assertions?: { label?: string; data?: { actions?: Action[] } }[] }>
}

/** The recorded actions, one line each: the action, the kind of origin, the model, the time. */
function actionsIn(story: string): string[] {
  const { manifests = {}, active_manifest: active = '' } = JSON.parse(story) as Story
  const actions = (manifests[active]?.assertions ?? []).flatMap(({ data }) => data?.actions ?? [])
  return actions.map(({ action, when, digitalSourceType, parameters }) =>
    [action, digitalSourceType?.split('/').at(-1), parameters?.['mediagen.model'], when]
      .filter((part) => typeof part === 'string')
      .join(' · '),
  )
}
