import type { Json } from '../transport/exchange.ts'
import type { Graph } from './workflow.ts'

/** The progress of one job over all its nodes. It never goes back. */
export type ProgressBook = {
  hear(type: unknown, data: Json): void
  /** From 0 to 99, or undefined before anything was reported. */
  percent(): number | undefined
}

const SAMPLER = /KSampler(?!Select)|SamplerCustom/i
// The usual steps of a sampler whose number of steps is defined elsewhere.
const USUAL_STEPS = 20

/** Counts each step of a sampler and every other node as one step, so that two samplers share the progress. */
export function nodeWeights(graph: Graph): Map<string, number> {
  return new Map(Object.entries(graph).map(([id, node]) => [id, weightOf(node as Json)]))
}

function weightOf({ class_type: type, inputs }: Json): number {
  if (typeof type !== 'string' || !SAMPLER.test(type)) return 1
  const { steps } = (inputs ?? {}) as Json
  return typeof steps === 'number' && steps > 0 ? steps : USUAL_STEPS
}

/** Keeps the progress of the nodes. Newer servers report the state of all nodes at once, older ones node by node. */
export function progressBook(weights: ReadonlyMap<string, number>): ProgressBook {
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const shares = new Map<string, number>()
  let highest: number | undefined

  const note = (node: unknown, share: number): void => {
    if (typeof node === 'string' && weights.has(node)) shares.set(node, Math.max(shares.get(node) ?? 0, share))
  }
  const count = (): void => {
    const done = [...shares].reduce((sum, [node, share]) => sum + share * (weights.get(node) ?? 0), 0)
    highest = Math.max(highest ?? 0, Math.min(99, total === 0 ? 0 : (100 * done) / total))
  }
  const finishOthers = (current: unknown): void => {
    for (const node of shares.keys()) if (node !== current) shares.set(node, 1)
    note(current, 0)
  }

  return {
    hear(type, data) {
      switch (type) {
        case 'progress_state':
          for (const [node, state] of Object.entries((data['nodes'] ?? {}) as Json)) note(node, shareOf(state as Json))
          break
        case 'progress':
          note(data['node'], shareOf(data))
          break
        case 'executing':
          finishOthers(data['node'])
          break
        case 'executed':
          note(data['node'], 1)
          break
        case 'execution_cached':
          for (const node of Array.isArray(data['nodes']) ? (data['nodes'] as unknown[]) : []) note(node, 1)
          break
        default:
          return
      }
      count()
    },
    percent: () => highest,
  }
}

function shareOf({ state, value, max }: Json): number {
  if (state === 'finished') return 1
  if (typeof value !== 'number' || typeof max !== 'number' || !(max > 0)) return 0
  return Math.min(1, Math.max(0, value / max))
}
