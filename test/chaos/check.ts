import { MAX_SOLO_CUTS } from '../../src/core/tasks/task.ts'
import { overCaps } from './check-caps.ts'
import { leftRunning } from './check-jobs.ts'
import { staleWrites } from './check-leases.ts'
import type { Evidence } from './evidence.ts'
import type { Answered, Asked, HistoryEntry } from './history.ts'
import { selfEnded } from './process-ends.ts'
import { PROVIDERS, STARTS_AT_ONCE } from './provider.ts'
import type { TaskRow } from './storage.ts'

const FINAL = new Set(['success', 'failed'])
const RANK: Readonly<Record<string, number>> = { pending: 0, processing: 1, success: 2, failed: 2 }

/** Holds what we promise against what happened. No faults, no lines. */
export function findFaults(evidence: Evidence): string[] {
  const rows = new Map(evidence.tasks.map((row) => [row.id, row]))
  return [
    ...lostTasks(evidence, rows),
    ...unendedTasks(evidence),
    ...changedEnds(evidence, rows),
    ...secondStarts(evidence, rows),
    ...leftRunning(evidence),
    ...wrongAnnouncements(evidence),
    ...wrongEvents(evidence),
    ...wrongFiles(evidence),
    ...givenUp(evidence),
    ...crowds(evidence),
    ...staleWrites(evidence.leases),
    ...splitRepeats(evidence),
    ...wrongUsage(evidence),
    ...overCaps(evidence),
    ...selfEnded(evidence.ends),
    ...unforeseen(evidence),
  ]
}

type Rows = ReadonlyMap<string, TaskRow>

export type Exchange = { asked: Asked; askedAt: number; answered: Answered; answeredAt: number }

/** Pairs every request of the history with its answer, in the order of the answers. */
export function exchanges(history: readonly HistoryEntry[]): Exchange[] {
  const asked = new Map<number, Asked & { at: number }>()
  return history.flatMap((entry) => {
    if (entry.event === 'invoke') {
      asked.set(entry.n, entry)
      return []
    }
    const question = asked.get(entry.n)
    if (question === undefined) return []
    return [{ asked: question, askedAt: question.at, answered: entry, answeredAt: entry.at }]
  })
}

/** Tasks that a caller asked to delete: they may be gone. */
function deletedIn(history: readonly HistoryEntry[]): Set<string> {
  return new Set(history.flatMap((entry) => (entry.event === 'invoke' && entry.what === 'delete' ? [entry.id] : [])))
}

function lostTasks({ history }: Evidence, rows: Rows): string[] {
  const deleted = deletedIn(history)
  return exchanges(history).flatMap(({ asked, answered }) =>
    asked.what === 'submit' && answered.event === 'ok' && !rows.has(answered.id) && !deleted.has(answered.id)
      ? [`lost: task ${answered.id} was accepted and is gone`]
      : [],
  )
}

function unendedTasks({ tasks }: Evidence): string[] {
  return tasks.flatMap((row) => {
    if (!FINAL.has(row.status)) return [`not ended: task ${row.id} is still ${row.status}`]
    return row.finished_at === null ? [`not ended: task ${row.id} is ${row.status} without a time`] : []
  })
}

type Sight = { id: string; status: string; result: string; askedAt: number; seenAt: number }

/** What ended stays as it was: judged by questions that were asked after an end had been seen. */
function changedEnds({ history }: Evidence, rows: Rows): string[] {
  const faults: string[] = []
  const furthest = new Map<string, Sight>()
  for (const now of sightsIn(history)) {
    const before = furthest.get(now.id)
    if (before === undefined || rank(now) > rank(before)) furthest.set(now.id, now)
    if (before === undefined || now.askedAt < before.seenAt) continue
    if (FINAL.has(before.status) && before.result !== now.result)
      faults.push(`changed: task ${now.id} had ended as ${before.result} and then was ${now.result}`)
    if (rank(now) < rank(before)) faults.push(`changed: task ${now.id} went from ${before.status} to ${now.status}`)
  }
  for (const { id, status } of furthest.values()) {
    const row = rows.get(id)
    if (row !== undefined && FINAL.has(status) && row.status !== status)
      faults.push(`changed: task ${id} was seen as ${status} and is ${row.status}`)
  }
  return faults
}

function sightsIn(history: readonly HistoryEntry[]): Sight[] {
  return exchanges(history).flatMap(({ asked, askedAt, answered, answeredAt }) => {
    if (asked.what === 'submit' || answered.event !== 'ok' || answered.status === undefined) return []
    const { id, status, result = '' } = answered
    return [{ id, status, result, askedAt, seenAt: answeredAt }]
  })
}

function rank({ status }: Sight): number {
  return RANK[status] ?? 0
}

function secondStarts({ calls }: Evidence, rows: Rows): string[] {
  const starts = Map.groupBy(
    calls.filter(({ kind }) => kind === 'start'),
    ({ taskId }) => taskId,
  )
  const unsafe = new Set(PROVIDERS.filter(({ safeToRestart }) => !safeToRestart).map(({ id }) => id))
  const faults: string[] = []
  for (const [taskId, of] of starts) {
    const keys = new Set(of.map(({ startKey }) => startKey))
    if (keys.size > 1) faults.push(`second start: task ${taskId} came to the provider under ${keys.size} start keys`)
    if (unsafe.has(of[0]?.engine ?? '') && of.length > 1)
      faults.push(`second start: task ${taskId} was started ${of.length} times at ${of[0]?.engine}`)
    const row = rows.get(taskId)
    if (row !== undefined && row.start_key !== of[0]?.startKey)
      faults.push(`second start: task ${taskId} was started under a key that is not on its row`)
  }
  for (const row of rows.values()) {
    if (row.status === 'success' && !starts.has(row.id)) faults.push(`no start: task ${row.id} succeeded by itself`)
  }
  return faults
}

function wrongAnnouncements({ tasks, deliveries, arrivals }: Evidence): string[] {
  const faults: string[] = []
  const ofTask = Map.groupBy(deliveries, (row) => row.task_id)
  const arrived = Map.groupBy(arrivals, ({ taskId }) => taskId)
  for (const task of tasks) {
    const rows = ofTask.get(task.id) ?? []
    const expected = task.webhook_url === null ? 0 : 1
    if (rows.length !== expected)
      faults.push(`announcement: task ${task.id} has ${rows.length} deliveries, not ${expected}`)
    const came = arrived.get(task.id) ?? []
    const [row] = rows
    if (row === undefined) {
      if (came.length > 0) faults.push(`announcement: task ${task.id} was announced without a delivery`)
      continue
    }
    if (row.status !== 'delivered' || came.length === 0)
      faults.push(`announcement: of task ${task.id} is ${row.status} and came ${came.length} times`)
    if (came.some(({ webhookId, body }) => webhookId !== row.id || body !== row.body))
      faults.push(`announcement: of task ${task.id} came under another webhook-id or with another body`)
    const told = (JSON.parse(row.body) as { status: string }).status
    if (told !== task.status)
      faults.push(`announcement: task ${task.id} is ${task.status} and was announced as ${told}`)
  }
  return faults
}

/** What operators are told of came under one id for each event; where nobody wants to be told, there is no delivery. */
function wrongEvents({ events, deliveries, arrivals }: Evidence): string[] {
  return events.flatMap(({ id, event }) => {
    const row = deliveries.find((each) => each.id === id)
    if (row === undefined) return []
    const came = arrivals.filter(({ webhookId }) => webhookId === id)
    if (row.status !== 'delivered' || came.length === 0)
      return [`event: ${event} is ${row.status} and came ${came.length} times`]
    return came.some(({ body }) => body !== row.body) ? [`event: ${event} came with another body`] : []
  })
}

function wrongFiles({ files, kept, keptAfterSweep, spooledAfterSweep }: Evidence): string[] {
  const known = new Set(files.map(({ id }) => id))
  const faults = files.flatMap(({ id, task_id, sha256 }) => {
    if (!keptAfterSweep.has(id)) return [`file: ${id} of task ${task_id} has a record and no bytes`]
    return kept.get(id) === sha256 ? [] : [`file: the bytes of ${id} of task ${task_id} are not what was recorded`]
  })
  for (const id of keptAfterSweep)
    if (!known.has(id)) faults.push(`file: ${id} has bytes and no record after the sweep`)
  if (spooledAfterSweep > 0) faults.push(`file: ${spooledAfterSweep} temporary files are left after the sweep`)
  return faults
}

/** Only what really takes its process down is given up: everything else comes to its end, however often it was cut off. */
function givenUp({ tasks, calls }: Evidence): string[] {
  const killers = new Set(calls.filter(({ kind }) => kind === 'kill').map(({ taskId }) => taskId))
  return tasks.flatMap(({ id, error_code, solo_cuts }) => {
    if (error_code === 'internal_error' && !killers.has(id)) return [`given up: task ${id} did no harm`]
    return solo_cuts > MAX_SOLO_CUTS ? [`given up: task ${id} took ${solo_cuts} processes down`] : []
  })
}

/** At the provider's own count, no process ever has more starts under way than its engine takes. */
function crowds({ calls }: Evidence): string[] {
  const underWay = new Map<string, number>()
  const crowded = new Set<string>()
  for (const { kind, pid, bornAt, engine } of calls) {
    if (kind !== 'start' && kind !== 'answer') continue
    const lane = `${engine} in process ${pid}, born at ${bornAt}`
    const count = (underWay.get(lane) ?? 0) + (kind === 'start' ? 1 : -1)
    underWay.set(lane, count)
    if (count > STARTS_AT_ONCE) crowded.add(lane)
  }
  return [...crowded].map((lane) => `crowd: more than ${STARTS_AT_ONCE} starts at once at ${lane}`)
}

/** What the outside or our own parts do to a task is foreseen; an end that says otherwise is a hole in our code. */
function unforeseen({ tasks }: Evidence): string[] {
  return tasks.flatMap(({ id, error_message }) =>
    error_message?.startsWith('Something went wrong on our side') === true
      ? [`unforeseen: task ${id} ended with: ${error_message}`]
      : [],
  )
}

function splitRepeats({ history }: Evidence): string[] {
  const ids = new Map<string, Set<string>>()
  for (const { asked, answered } of exchanges(history)) {
    if (asked.what !== 'submit' || asked.key === null || answered.event !== 'ok') continue
    ids.set(asked.key, (ids.get(asked.key) ?? new Set()).add(answered.id))
  }
  return [...ids].flatMap(([key, of]) =>
    of.size > 1 ? [`repeat: one request with the key ${key} became ${of.size} tasks`] : [],
  )
}

function wrongUsage({ tasks, usage, history }: Evidence): string[] {
  const used = new Map(usage.map((row) => [row.task_id, row.status]))
  const faults = tasks.flatMap(({ id, status }) =>
    FINAL.has(status) && used.get(id) !== status
      ? [`usage: task ${id} ended as ${status} and its usage says ${used.get(id) ?? 'nothing'}`]
      : [],
  )
  // Usage outlives its task.
  const known = new Set([...tasks.map(({ id }) => id), ...deletedIn(history)])
  for (const id of used.keys()) if (!known.has(id)) faults.push(`usage: there is usage of task ${id}, which is gone`)
  return faults
}
