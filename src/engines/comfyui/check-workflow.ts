import { cleanText } from './explain.ts'
import type { Graph } from './workflow.ts'

/**
 * A node class in `/object_info`. An input is `[type, settings]`; a list instead of the type, or `COMBO`, is a choice.
 */
export type NodeInfo = {
  input?: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>
  output_node?: boolean
}

type Node = { class_type: string; inputs?: Readonly<Record<string, unknown>> }

const SLOT = /^\{\{([a-z][a-z0-9_]*)\}\}$/
const ANY_SLOT = /\{\{[a-z][a-z0-9_]*\}\}/
const NUMBER_SLOTS = new Set(['width', 'height', 'seed', 'seconds'])
const MOST_SHOWN = 5

/** What a server lacks for a workflow: node classes, weights and other choices, inputs; and misplaced slots. */
export function workflowFaults(
  graph: Graph,
  infos: ReadonlyMap<string, NodeInfo | undefined>,
  options: Readonly<Record<string, unknown>>,
): string[] {
  const nodes = Object.entries(graph) as [string, Node][]
  const faults = nodes.flatMap(([id, node]) => {
    const info = infos.get(node.class_type)
    const name = `node ${id} (${node.class_type})`
    if (info === undefined) return [`${name}: this ComfyUI has no such node; a custom node may be missing`]
    return nodeFaults(node, info, options).map((fault) => `${name}: ${fault}`)
  })
  const saves = nodes.some(([, { class_type: type }]) => infos.get(type)?.output_node === true)
  return saves ? faults : [...faults, 'no node saves anything']
}

function nodeFaults(node: Node, info: NodeInfo, options: Readonly<Record<string, unknown>>): string[] {
  const inputs = node.inputs ?? {}
  const { required = {}, optional = {} } = info.input ?? {}
  const specs = { ...optional, ...required }
  // Inputs that grow with what is connected have names that nobody can know beforehand.
  const grows = Object.values(specs).some(([type]) => typeof type === 'string' && type.startsWith('COMFY_'))
  const missing = Object.entries(required)
    .filter(([name, [, settings]]) => inputs[name] === undefined && !hasDefault(settings) && !grows)
    .map(([name]) => `the input ${name} is missing`)
  const wrong = Object.entries(inputs).flatMap(([name, value]) => {
    const spec = specs[name]
    if (spec !== undefined) return valueFault(name, value, spec, options) ?? []
    return isSlot(value) && !grows ? [`it has no input ${name}, so ${value} would go nowhere`] : []
  })
  return [...missing, ...wrong]
}

function hasDefault(settings: unknown): boolean {
  return typeof settings === 'object' && settings !== null && 'default' in settings
}

function isSlot(value: unknown): value is string {
  return typeof value === 'string' && ANY_SLOT.test(value)
}

function valueFault(
  name: string,
  given: unknown,
  [type, settings]: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): string | undefined {
  const slot = typeof given === 'string' ? SLOT.exec(given)?.[1] : undefined
  const value = slot === undefined ? given : options[slot]
  if (type === 'INT' || type === 'FLOAT') return numberFault(name, given, { slot, value })
  const choices = choicesOf(type, settings)
  if (choices === undefined || isSlot(value) || value === undefined || Array.isArray(value)) return undefined
  // A picture's name is known only after its upload.
  if (choices.includes(value)) return undefined
  const shown = choices.slice(0, MOST_SHOWN).map(String).join(', ')
  const there = choices.length === 0 ? 'it has none' : `it has ${shown}${choices.length > MOST_SHOWN ? ', …' : ''}`
  return `${name} '${cleanText(value)}' is not installed; ${there}`
}

function numberFault(
  name: string,
  given: unknown,
  { slot, value }: { slot: string | undefined; value: unknown },
): string | undefined {
  const isNumber = slot === undefined ? !isSlot(given) : NUMBER_SLOTS.has(slot) || typeof value === 'number'
  return isNumber ? undefined : `${name} must be a number, but ${String(given)} is text`
}

function choicesOf(type: unknown, settings: unknown): readonly unknown[] | undefined {
  if (Array.isArray(type)) return type as unknown[]
  if (type !== 'COMBO' || typeof settings !== 'object' || settings === null) return undefined
  const { options } = settings as { options?: unknown }
  return Array.isArray(options) ? (options as unknown[]) : undefined
}
