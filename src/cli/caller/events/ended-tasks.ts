import { setTimeout as sleep } from 'node:timers/promises'
import {
  ApiError,
  ConnectionError,
  type Mediagen,
  NotFoundError,
  type Receipt,
  type TaskSummary,
} from '@mediagen/client'

/** The data of each event of a stream of server-sent events; comments and events without data are passed over. */
export async function* eventData(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let data: string[] = []
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    // The last one may not be whole yet.
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
  /** The service cannot be asked for the moment, or can again. */
  onTrouble: (error: Error | undefined) => void
}

const LOOK_EVERY_MS = 1_000
const PAGE = 100
// Tasks of several processes with clocks of their own may become visible out of order by this much.
const MARGIN_SECONDS = 10

/**
 * Every task of a key that ends after what is known, once each, with its receipt. It looks once a second: what is open, and
 * what is new. Nothing is lost while the service is away, because what was open then is asked for later.
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
  /** When the newest task was made that has been seen. */
  newest: number
  /** Tasks that had not ended when they were last seen. */
  open: Set<string>
  /** Tasks that need not be told of, with the time when they were made. */
  told: Map<string, number>
}

/**
 * How things stand now. With `since`, in seconds since 1970, what ended among the tasks that were made since then counts as
 * not known.
 */
export async function tasksKnown(client: Mediagen, since: number | undefined): Promise<Known> {
  const known: Known = { newest: since ?? 0, open: await openTasks(client), told: new Map() }
  if (since !== undefined) return known
  const { data } = await client.tasks.list({ limit: PAGE })
  known.newest = data[0]?.created ?? 0
  // Whatever ended while we began was open above, and is told.
  for (const task of data) if (!known.open.has(task.id)) known.told.set(task.id, task.created)
  return known
}

async function look(client: Mediagen, known: Known): Promise<Receipt[]> {
  const stillOpen = await openTasks(client)
  const fresh = await newTasks(client, known.newest - MARGIN_SECONDS)
  const gone = [...known.open].filter((id) => !stillOpen.has(id))
  const quick = fresh.filter((task) => isFinal(task) && !known.told.has(task.id) && !known.open.has(task.id))
  const receipts = await Promise.all([...gone, ...quick.map(({ id }) => id)].map((id) => receiptOf(client, id)))
  // Only what has been read is crossed off: after an error the next look finds it again.
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

/** Waiting ones first: one that begins meanwhile is met among those in work. */
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

/** Undefined for one that was deleted meanwhile. */
async function receiptOf(client: Mediagen, id: string): Promise<Receipt | undefined> {
  return client.tasks.get(id).catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined
    throw error
  })
}

function isFinal({ status }: Pick<TaskSummary, 'status'>): boolean {
  return status === 'success' || status === 'failed'
}
