import type { Evidence } from './evidence.ts'
import { onMachine } from './quick-clock.ts'
import { PROVIDERS, type ProviderCall } from './provider.ts'
import type { LeaseWrite } from './store-recorder.ts'

type Span = { from: number; to: number }

/** No engine ever has more tasks in work over all processes than it takes, by its own count. */
export function overCaps(evidence: Evidence): string[] {
  return Object.entries(busiest(evidence)).flatMap(([engine, { cap, most }]) =>
    most > cap ? [`cap: ${most} tasks at once were in work at ${engine}, which takes ${cap}`] : [],
  )
}

/** The most tasks that each capped engine had in work at once: when that is below the cap, a run has not tried it. */
export function busiest(evidence: Evidence): Record<string, { cap: number; most: number }> {
  const capped = PROVIDERS.flatMap(({ id, cap }) => (cap === undefined ? [] : [{ id, cap }]))
  return Object.fromEntries(capped.map(({ id, cap }) => [id, { cap, most: mostAtOnce(spansAt(id, evidence)) }]))
}

/**
 * One span a task: from the first call that an engine gets for it to the last. A task that waits between two calls, asleep
 * or because its process died, keeps its place. What comes after its end is the work of a ghost: a process that was frozen
 * or cut off, whose lease was lost. Nobody can stop it, and the service knows that its place is free.
 */
function spansAt(engine: string, { calls, tasks, clock }: Evidence): Span[] {
  const ends = new Map(tasks.map(({ id, finished_at }) => [id, finished_at]))
  const ofTask = Map.groupBy(
    calls.filter((call) => call.engine === engine && call.kind !== 'cancel'),
    ({ taskId }) => taskId,
  )
  return [...ofTask].flatMap(([id, own]) => {
    const end = ends.get(id) ?? null
    const endedAt = end === null || clock === null ? Number.POSITIVE_INFINITY : onMachine(clock, end)
    const from = Math.min(...own.map(({ at }) => at))
    const to = Math.min(endedAt, Math.max(...own.map(({ at }) => at)))
    return from < to ? [{ from, to }] : []
  })
}

function mostAtOnce(spans: readonly Span[]): number {
  const moves = spans.flatMap(({ from, to }) => [
    { at: from, by: 1 },
    { at: to, by: -1 },
  ])
  // Who leaves at the same instant makes room for who comes.
  moves.sort((one, other) => one.at - other.at || one.by - other.by)
  let most = 0
  let now = 0
  for (const { by } of moves) {
    now += by
    most = Math.max(most, now)
  }
  return most
}

/** How many calls went on after their task had ended or was in other hands: the ghosts of a run. */
export function ghosts({ calls, leases, tasks, clock }: Evidence): number {
  const ends = new Map(tasks.map(({ id, finished_at }) => [id, finished_at]))
  const claims = Map.groupBy(
    leases.filter(({ kind }) => kind === 'claim'),
    ({ id }) => id,
  )
  const answers = Map.groupBy(
    calls.filter(({ kind }) => kind === 'answer'),
    ({ taskId }) => taskId,
  )
  return calls.filter((start) => {
    if (start.kind !== 'start') return false
    const answer = answers.get(start.taskId)?.find(({ pid, at }) => pid === start.pid && at >= start.at)
    if (answer === undefined) return false
    const end = ends.get(start.taskId) ?? null
    const isOver = end !== null && clock !== null && onMachine(clock, end) < answer.at
    return isOver || (claims.get(start.taskId) ?? []).some((claim) => takesFrom(claim, start, answer))
  }).length
}

function takesFrom(claim: LeaseWrite, start: ProviderCall, answer: ProviderCall): boolean {
  return claim.pid !== start.pid && claim.to > start.at && claim.to < answer.at
}
