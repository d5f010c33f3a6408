import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { ALL_FILES } from '../../packages/diorama/src/scene/type/faces.ts'
import { EMOJI_LANGUAGES } from './make-data.ts'

const BUILDER = new URL('./', import.meta.url)
const ART = new URL('../../packages/diorama/art/', import.meta.url)
const DATA = new URL('../../packages/diorama/data/', import.meta.url)

/** Where the last build wrote what it was made from. */
export const RECORD = new URL('built-from.json', BUILDER)

/** What `data/` is made from and what it holds, as two digests. */
export type BuiltFrom = { sources: string; data: string }

/** The digests of today. They differ from the recorded ones where `npm run data` was forgotten. */
export function builtFrom(): BuiltFrom {
  const sources = createHash('sha256').update(JSON.stringify([EMOJI_LANGUAGES, ALL_FILES]))
  // Git may give text files other ends of lines.
  const text = (url: URL): string => readFileSync(url, 'utf8').replaceAll('\r\n', '\n')
  for (const [folder, kind] of [
    [BUILDER, /\.(ts|txt)$|^package-lock\.json$/],
    [ART, /\.svg$/],
  ] as const)
    for (const name of namesIn(folder, kind)) sources.update(`${name}\n${text(new URL(name, folder))}`)
  const data = createHash('sha256')
  for (const name of namesIn(DATA, /\.(br|pages)$/)) data.update(`${name}\n`).update(readFileSync(new URL(name, DATA)))
  return { sources: sources.digest('hex'), data: data.digest('hex') }
}

function namesIn(folder: URL, kind: RegExp): string[] {
  return readdirSync(folder)
    .filter((name) => kind.test(name))
    .sort()
}
