import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ModelConfig } from '../define-config.ts'

/** A workflow in ComfyUI's API format. */
export type Graph = Readonly<Record<string, unknown>>

/**
 * A workflow file: its head, under `mediagen`, describes the model; the rest goes to ComfyUI once the slots are filled.
 */
export type Workflow = {
  head: Partial<ModelConfig>
  graph: Graph
  slots: ReadonlySet<string>
  /** Text that looks like a slot and is not one. */
  misspelt: readonly string[]
}

const SLOT = /\{\{([a-z][a-z0-9_]*)\}\}/g
const LOOKS_LIKE_SLOT = /\{\{[\w -]+\}\}/g
const WHOLE_SLOT = /^\{\{([a-z][a-z0-9_]*)\}\}$/

/** Parses a workflow file; throws an error that names what is wrong with it. */
export async function readWorkflow(folder: string, file: string): Promise<Workflow> {
  const text = await readFile(join(folder, file), 'utf8')
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('it is not an object')
  const { mediagen, ...graph } = value as Record<string, unknown>
  if ('nodes' in graph && 'links' in graph)
    throw new Error('it is in the editor’s format; use "Export (API)" in ComfyUI')
  for (const [id, node] of Object.entries(graph)) {
    const type = typeof node === 'object' && node !== null ? (node as Record<string, unknown>)['class_type'] : undefined
    if (typeof type !== 'string') throw new Error(`the node ${id} has no class_type`)
  }
  const written = JSON.stringify(graph)
  const slots = new Set([...written.matchAll(SLOT)].map((match) => match[1] ?? ''))
  const misspelt = [...written.matchAll(LOOKS_LIKE_SLOT)].map(([text]) => text).filter((each) => !WHOLE_SLOT.test(each))
  return { head: mediagen ?? {}, graph, slots, misspelt }
}

export type Fillings = Readonly<Record<string, string | number | boolean | undefined>>

/** Puts values into the slots. A slot that is the whole text takes on the value's own type. */
export function fillSlots(graph: Graph, fillings: Fillings, gaps: 'refuse' | 'leave' = 'refuse'): Graph {
  const missing = new Set<string>()
  const valueOf = (name: string): string | number | boolean => {
    const value = fillings[name]
    if (value === undefined) missing.add(name)
    return value ?? ''
  }
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const whole = WHOLE_SLOT.exec(value)
      return whole === null
        ? value.replace(SLOT, (_slot, name: string) => String(valueOf(name)))
        : valueOf(whole[1] ?? '')
    }
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each)]))
  }
  const filled = fill(graph) as Graph
  if (missing.size > 0 && gaps === 'refuse') throw new MissingSlots([...missing])
  return filled
}

/** Thrown if a workflow needs something that the job does not have. */
export class MissingSlots extends Error {
  readonly slots: readonly string[]

  constructor(slots: readonly string[]) {
    super(`nothing to fill ${slots.join(', ')} with`)
    this.slots = slots
  }
}
