import type { TaskKind } from '../../core/model.ts'
import type { Json } from '../exchange.ts'

export type OutputFile = { filename: string; subfolder: string; type: string }

const ENDINGS = { image: /\.(?:png|jpe?g|webp|gif|avif)$/i, video: /\.(?:mp4|webm|mov)$/i } as const

/**
 * Files of the wanted kind in a finished job. Nodes put them under names of their own (`images`, `gifs`, `videos`), clips
 * under `images` too, so the ending decides; previews count only when nothing was saved.
 */
export function outputFiles(outputs: unknown, kind: TaskKind): OutputFile[] {
  const all = Object.values((outputs ?? {}) as Json)
    .flatMap((node) => Object.values((node ?? {}) as Json))
    .flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
    .flatMap((item) => (isOutputFile(item) && ENDINGS[kind].test(item.filename) ? [item] : []))
  const saved = all.filter(({ type }) => type === 'output')
  return saved.length > 0 ? saved : all
}

function isOutputFile(value: unknown): value is OutputFile {
  if (typeof value !== 'object' || value === null) return false
  const { filename, subfolder, type } = value as Json
  return typeof filename === 'string' && typeof subfolder === 'string' && typeof type === 'string'
}

/** Why a job failed, from the messages that ComfyUI keeps with it. */
export function failureIn(status: Json): string {
  const messages = Array.isArray(status['messages']) ? (status['messages'] as unknown[]) : []
  for (const message of messages) {
    if (!Array.isArray(message)) continue
    const [name, data] = message as [unknown, Json | undefined]
    if (name === 'execution_error') return `${String(data?.['node_type'])}: ${String(data?.['exception_message'])}`
    if (name === 'execution_interrupted') return 'it was interrupted at the server'
  }
  return 'it gave no reason'
}
