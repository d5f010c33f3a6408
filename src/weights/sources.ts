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

const NAME = /^hf:([\w.-]+\/[\w.-]+)\/([^@\s]+?)(?:@([\w./-]+))?$/

/** Reads `hf:owner/repo/path/to/file@revision`; undefined for what is not written so. */
export function readHubName(text: string): Pick<HubFile, 'repo' | 'path' | 'revision'> | undefined {
  if (!text.startsWith('hf:')) return undefined
  const [, repo, path, revision = 'main'] = NAME.exec(text) ?? []
  if (repo === undefined || path === undefined || path.split('/').includes('..'))
    throw new AppError('invalid_parameter', `'${text}' must be written as hf:owner/repo/file@revision.`)
  return { repo, path, revision }
}
