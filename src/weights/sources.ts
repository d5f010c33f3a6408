import { AppError } from '../core/errors.ts'
import type { HubFile } from './curated.ts'

/** The hub that names like `hf:owner/repo/file` mean. */
export const HUB = 'https://huggingface.co'

/** Bases that stand for others, by the host that they stand for. */
export type WeightsMirrors = ReadonlyMap<string, string>

/** The address of a file, at the operator's mirror where there is one; then nobody else is asked. */
export function addressOf(
  { repo, revision, path }: Pick<HubFile, 'repo' | 'revision' | 'path'>,
  mirrors: WeightsMirrors,
): string {
  const escaped = path.split('/').map(encodeURIComponent).join('/')
  const base = mirrors.get(new URL(HUB).host) ?? HUB
  return `${base}/${repo}/resolve/${encodeURIComponent(revision)}/${escaped}`
}

const isStep = (part: string): boolean => part === '..' || part === '.'

const NAME = /^hf:([\w.-]+\/[\w.-]+)\/([^@\s]+?)(?:@([\w./-]+))?$/

/** Reads `hf:owner/repo/path/to/file@revision`; undefined for what is not written so. */
export function readHubName(text: string): Pick<HubFile, 'repo' | 'path' | 'revision'> | undefined {
  if (!text.startsWith('hf:')) return undefined
  const [, repo, path, revision = 'main'] = NAME.exec(text) ?? []
  if (repo === undefined || path === undefined || `${repo}/${path}`.split('/').some(isStep))
    throw new AppError('invalid_parameter', `'${text}' must be written as hf:owner/repo/file@revision.`)
  return { repo, path, revision }
}

const PAGE = /^\/([\w.-]+\/[\w.-]+)\/(?:blob|resolve|raw)\/([^/]+)\/(.+)$/

/** The address of a file at the hub, as a browser shows or copies it, as a name; any other text as it is. */
export function hubNameOf(text: string): string {
  const url = /^https?:/.test(text) ? URL.parse(text) : null
  if (url === null) return text
  const [, repo, revision, path = ''] = url.host === new URL(HUB).host ? (PAGE.exec(url.pathname) ?? []) : []
  if (repo === undefined)
    throw new AppError(
      'invalid_parameter',
      `'${text}' is not a file on ${new URL(HUB).host}. Download it yourself, then specify the local file.`,
    )
  return `hf:${repo}/${decodeURIComponent(path)}@${revision}`
}
