import type { TaskKind } from '../../core/tasks/model.ts'
import type { Json } from '../transport/exchange.ts'

export type OutputFile = { filename: string; subfolder: string; type: string }

const ENDINGS = { image: /\.(?:png|jpe?g|webp|gif|avif)$/i, video: /\.(?:mp4|webm|mov)$/i } as const

/**
 * Files of the wanted kind in a finished job. Nodes put them under their own names (`images`, `gifs`, `videos`), clips
 * under `images` too, so the file extension decides; previews count only if nothing was saved.
 */
export function outputFiles(outputs: unknown, kind: TaskKind): OutputFile[] {
  const all = allFiles(outputs).filter(({ filename }) => ENDINGS[kind].test(filename))
  const saved = all.filter(({ type }) => type === 'output')
  return saved.length > 0 ? saved : all
}

/** Why a finished job has no usable result. */
export function explainNothing(outputs: unknown, kind: TaskKind): string {
  const names = allFiles(outputs).map(({ filename }) => filename.slice(-40))
  if (names.length === 0) return 'The workflow finished without saving anything.'
  const wanted = kind === 'image' ? 'a picture (png, jpg, webp, gif, avif)' : 'a clip (mp4, webm, mov)'
  return `The workflow saved ${names.slice(0, 3).join(', ')}, but nothing that is ${wanted}.`
}

function allFiles(outputs: unknown): OutputFile[] {
  return Object.values((outputs ?? {}) as Json)
    .flatMap((node) => Object.values((node ?? {}) as Json))
    .flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
    .filter(isOutputFile)
}

function isOutputFile(value: unknown): value is OutputFile {
  if (typeof value !== 'object' || value === null) return false
  const { filename, subfolder, type } = value as Json
  return typeof filename === 'string' && typeof subfolder === 'string' && typeof type === 'string'
}
