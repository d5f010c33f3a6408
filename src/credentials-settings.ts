import { resolve } from 'node:path'
import {
  CREDENTIALS_MODES,
  type CredentialsMode,
  type CredentialsSettings,
  type WatermarkSettings,
} from './core/files/credentials.ts'
import { Secret } from './core/keys/secret.ts'
import type { OperatorHook } from './core/operator-hook.ts'
import type { Reader } from './environment.ts'

const SECOND_MS = 1_000
const ONLY_WITH_SIGNING = [
  'MEDIAGEN_CREDENTIALS_CERT',
  'MEDIAGEN_CREDENTIALS_KEY',
  'MEDIAGEN_CREDENTIALS_SIGNER',
  'MEDIAGEN_CREDENTIALS_TSA',
] as const

/** Reads whether results are signed, and with what. */
export function readCredentials(read: Reader, problems: string[]): CredentialsSettings {
  const mode = read.choice('MEDIAGEN_CREDENTIALS', 'off', CREDENTIALS_MODES)
  const certificates = read.text('MEDIAGEN_CREDENTIALS_CERT')
  const key = read.text('MEDIAGEN_CREDENTIALS_KEY')
  const timeStampUrl = read.url('MEDIAGEN_CREDENTIALS_TSA')
  const signer = readHook(read, problems, { name: 'MEDIAGEN_CREDENTIALS_SIGNER', timeoutMs: 20 * SECOND_MS })
  if (mode === 'off') {
    for (const name of ONLY_WITH_SIGNING)
      if (read.text(name) !== undefined) problems.push(`${name} has no effect without MEDIAGEN_CREDENTIALS`)
    return { mode, files: undefined, signer: undefined, timeStampUrl: undefined }
  }
  const isSignerSet = read.text('MEDIAGEN_CREDENTIALS_SIGNER') !== undefined
  if (certificates === undefined) problems.push(missing('MEDIAGEN_CREDENTIALS_CERT', mode))
  if (key === undefined && !isSignerSet) problems.push(missing('MEDIAGEN_CREDENTIALS_KEY', mode))
  if (key !== undefined && isSignerSet)
    problems.push('MEDIAGEN_CREDENTIALS_KEY and MEDIAGEN_CREDENTIALS_SIGNER cannot both be set')
  if (certificates === undefined) return { mode, files: undefined, signer, timeStampUrl }
  const files = { certificates: resolve(certificates), key: key === undefined ? undefined : resolve(key) }
  return { mode, files, signer, timeStampUrl }
}

function missing(name: string, mode: CredentialsMode): string {
  return `${name} is missing, but MEDIAGEN_CREDENTIALS=${mode} requires it; 'mediagen credentials init' creates one for tests`
}

/** Reads what marks results, and whether one without a mark is kept. */
export function readWatermark(read: Reader, problems: string[]): WatermarkSettings | undefined {
  const timeoutMs = read.number('MEDIAGEN_WATERMARK_TIMEOUT_SECONDS', 60, 1, 600) * SECOND_MS
  const isRequired = read.choice('MEDIAGEN_WATERMARK_FAIL', 'closed', ['closed', 'open']) === 'closed'
  const hook = readHook(read, problems, { name: 'MEDIAGEN_WATERMARK', timeoutMs })
  if (read.text('MEDIAGEN_WATERMARK') === undefined)
    for (const name of ['MEDIAGEN_WATERMARK_TIMEOUT_SECONDS', 'MEDIAGEN_WATERMARK_FAIL'] as const)
      if (read.text(name) !== undefined) problems.push(`${name} has no effect without MEDIAGEN_WATERMARK`)
  return hook === undefined ? undefined : { hook, isRequired }
}

type HookName = 'MEDIAGEN_CREDENTIALS_SIGNER' | 'MEDIAGEN_WATERMARK'

/** Reads a URL, or a command after `exec:`, whose words are separated by spaces. */
function readHook(
  read: Reader,
  problems: string[],
  { name, timeoutMs }: { name: HookName; timeoutMs: number },
): OperatorHook | undefined {
  const text = read.text(name)
  if (text === undefined) return undefined
  if (!text.startsWith('exec:')) {
    const url = read.url(name)
    const token = read.text('MEDIAGEN_HOOK_TOKEN')
    return url === undefined
      ? undefined
      : { url, token: token === undefined ? undefined : new Secret(token), timeoutMs }
  }
  const command = text
    .slice('exec:'.length)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (command[0]?.startsWith('/') === true) return { command, timeoutMs }
  problems.push(`${name} must name its command by its full path, such as exec:/usr/local/bin/sign`)
  return undefined
}
