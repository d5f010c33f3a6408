import { resolve } from 'node:path'
import { CREDENTIALS_MODES, type CredentialsSettings } from './core/files/credentials.ts'
import type { Reader } from './environment.ts'

const FILES = ['MEDIAGEN_CREDENTIALS_CERT', 'MEDIAGEN_CREDENTIALS_KEY'] as const

/** Reads whether results are signed, and with what. */
export function readCredentials(read: Reader, problems: string[]): CredentialsSettings {
  const mode = read.choice('MEDIAGEN_CREDENTIALS', 'off', CREDENTIALS_MODES)
  const [certificates, key] = FILES.map((name) => read.text(name))
  for (const name of FILES) {
    const isSet = read.text(name) !== undefined
    if (mode !== 'off' && !isSet)
      problems.push(
        `${name} is missing beside MEDIAGEN_CREDENTIALS=${mode}; mediagen credentials init makes one for tests`,
      )
    if (mode === 'off' && isSet) problems.push(`${name} does nothing without MEDIAGEN_CREDENTIALS`)
  }
  if (mode === 'off' || certificates === undefined || key === undefined) return { mode, files: undefined }
  return { mode, files: { certificates: resolve(certificates), key: resolve(key) } }
}
