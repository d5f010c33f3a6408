import { setTimeout as sleep } from 'node:timers/promises'
import {
  ApiError,
  ConnectionError,
  type Mediagen,
  NotFoundError,
  type Receipt,
  type TaskSummary,
} from '@mediagen/client'

/** The data of each event in a stream of server-sent events; comments and events without data are skipped. */
export async function* eventData(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let data: string[] = []
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    // The last one may be incomplete.
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''))
      if (line !== '' || data.length === 0) continue
      yield data.join('\n')
      data = []
    }
  }
}

export type EndedOptions = {
  signal: AbortSignal
  /** The service does not respond at the moment, or responds again. */
  onTrouble: (error: Error | undefined) => void
}

const LOOK_EVERY_MS = 1_000
const PAGE = 100
// Tasks of several processes with different clocks may become visible out of order by this much.
const MARGIN_SECONDS = 10

/**
 * Every task of a key that ends from now on, once each, with its receipt. It polls once a second for open tasks and new
 * ones. Nothing is lost while the service is down, because tasks that were open then are read later.
 */
export async function* endedTasks(
  client: Mediagen,
  known: Known,
  { signal, onTrouble }: EndedOptions,
): AsyncGenerator<Receipt, void> {
  while (!signal.aborted) {
    try {
      const ended = await look(client, known)
      onTrouble(undefined)
      yield* ended.toSorted((one, other) => (one.finished ?? 0) - (other.finished ?? 0))
    } catch (error) {
      const passes = error instanceof ConnectionError || (error instanceof ApiError && error.retryable)
      if (!passes) throw error
      onTrouble(error)
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}

export type Known = {
  /** When the newest task seen so far was created. */
  newest: number
  /** Tasks that had not ended when they were last seen. */
  open: Set<string>
  /** Tasks that need not be reported, with the time when they were created. */
  told: Map<string, number>
}

/**
 * The current state. With `since`, in seconds since 1970, tasks created since then are reported even if they have
 * already ended.
 */
export async function tasksKnown(client: Mediagen, since: number | undefined): Promise<Known> {
  const known: Known = { newest: since ?? 0, open: await openTasks(client), told: new Map() }
  if (since !== undefined) return known
  const { data } = await client.tasks.list({ limit: PAGE })
  known.newest = data[0]?.created ?? 0
  // A task that ended during the start was open above, and is reported.
  for (const task of data) if (!known.open.has(task.id)) known.told.set(task.id, task.created)
  return known
}

async function look(client: Mediagen, known: Known): Promise<Receipt[]> {
  const stillOpen = await openTasks(client)
  const fresh = await newTasks(client, known.newest - MARGIN_SECONDS)
  const gone = [...known.open].filter((id) => !stillOpen.has(id))
  const quick = fresh.filter((task) => isFinal(task) && !known.told.has(task.id) && !known.open.has(task.id))
  const receipts = await Promise.all([...gone, ...quick.map(({ id }) => id)].map((id) => receiptOf(client, id)))
  // Only what has been read is crossed off: after an error, the next poll finds it again.
  for (const task of fresh) {
    known.newest = Math.max(known.newest, task.created)
    if (isFinal(task)) known.told.set(task.id, task.created)
    else known.open.add(task.id)
  }
  const ended = receipts.filter((receipt) => receipt !== undefined).filter(isFinal)
  for (const id of gone) known.open.delete(id)
  for (const { id, created } of ended) known.told.set(id, created)
  for (const [id, created] of known.told)
    if (created < known.newest - 2 * MARGIN_SECONDS && !known.open.has(id)) known.told.delete(id)
  return ended
}

/** Queued ones first: one that begins meanwhile then appears among the running ones. */
async function openTasks(client: Mediagen): Promise<Set<string>> {
  const ids = new Set<string>()
  for (const status of ['pending', 'processing'] as const)
    for await (const { id } of client.tasks.list({ status, limit: PAGE })) ids.add(id)
  return ids
}

async function newTasks(client: Mediagen, since: number): Promise<TaskSummary[]> {
  const tasks: TaskSummary[] = []
  for await (const task of client.tasks.list({ limit: PAGE })) {
    if (task.created < since) break
    tasks.push(task)
  }
  return tasks
}

/** Undefined for a task that was deleted meanwhile. */
async function receiptOf(client: Mediagen, id: string): Promise<Receipt | undefined> {
  return client.tasks.get(id).catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined
    throw error
  })
}

function isFinal({ status }: Pick<TaskSummary, 'status'>): boolean {
  return status === 'success' || status === 'failed'
}
