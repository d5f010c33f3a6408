import type { Credentials } from '../../src/ports/marking.ts'
import type { Engine } from '../../src/ports/engine.ts'
import type { Files, Spooled } from '../../src/ports/files.ts'
import type { Store } from '../../src/ports/store.ts'
import type { NewTask, Outcome } from '../../src/ports/store/task-queue.ts'

export type Side = 'before' | 'after'

/** Called whenever a write or an engine call is about to happen and when it has happened. */
export type Cross = (boundary: string, side: Side) => void

/**
 * What changes nothing. Everything else on the three ports is a boundary: a method that is added later is one until it
 * is entered here, and must be reached by the script.
 */
const READS: ReadonlySet<string> = new Set([
  'tasks.findRepeat',
  'tasks.find',
  'tasks.view',
  'tasks.list',
  'tasks.queuePosition',
  'tasks.prompts',
  'tasks.counts',
  'tasks.lastEnded',
  'queue.lost',
  'repeats.listOpen',
  'queue.heldBy',
  'queue.suspects',
  'owners.list',
  'chores.overdue',
  'chores.removable',
  'chores.absences',
  'files.find',
  'files.ofTask',
  'files.withoutRecord',
  'files.shownOf',
  'files.originOf',
  'files.originsLike',
  'thumbnails.find',
  'uploads.find',
  'uploads.list',
  'uploads.used',
  'deliveries.ofTask',
  'deliveries.find',
  'deliveries.list',
  'deliveries.attempts',
  'events.last',
  'events.unsent',
  'events.list',
  'keys.findByHash',
  'keys.find',
  'keys.list',
  'keys.page',
  'sessions.find',
  'projects.find',
  'projects.page',
  'audit.list',
  'usage.sums',
  'usage.sumsOfProject',
  'accounts.find',
  'census.take',
  'pauses.list',
  'about',
  'time',
  'ping',
  'engine.find',
  'credentials.isSigned',
  'bytes.open',
  'bytes.keptBefore',
  'bytes.room',
])

/** A replica only reads, with methods that the store has as well. */
export const isRead = (method: string): boolean => READS.has(method) || method.startsWith('replica.')

type Method = (...args: never[]) => unknown
type Detail = (method: string, args: readonly unknown[]) => string

/** Surrounds every method of a port, and of the ports inside it. */
function surround<Port extends object>(port: Port, prefix: string, cross: Cross, detail: Detail = () => ''): Port {
  const wrapped = Object.entries(port).map(([name, value]: [string, unknown]) => {
    const method = prefix + name
    if (typeof value === 'function') return [name, crossing(value as Method, method, cross, detail)]
    if (isPort(value)) return [name, surround(value, `${method}.`, cross, detail)]
    return [name, value]
  })
  return Object.fromEntries(wrapped) as Port
}

function isPort(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function crossing(call: Method, method: string, cross: Cross, detail: Detail): Method {
  if (isRead(method)) return call
  return async (...args) => {
    const boundary = method + detail(method, args)
    cross(boundary, 'before')
    const answer = await call(...args)
    cross(boundary, 'after')
    return answer
  }
}

/** Makes a boundary of every write of the store, of every change of files and of every call of an engine. */
export function boundariesOf(cross: Cross) {
  return {
    wrapStore: (store: Store): Store => surround(store, '', cross, detailOf),
    wrapFiles: (files: Files): Files => {
      const wrapped = surround(files, 'bytes.', cross)
      return {
        ...wrapped,
        async spool(source, limit): Promise<Spooled> {
          return surround(await wrapped.spool(source, limit), 'spooled.', cross)
        },
      }
    },
    wrapCredentials: (credentials: Credentials): Credentials => surround(credentials, 'credentials.', cross),
    wrapEngine: (engine: Engine): Engine => surround(engine, 'engine.', cross, () => ` of ${engine.id}`),
  }
}

/** One method serves many moments of a task's life; each is a boundary of its own. */
function detailOf(method: string, args: readonly unknown[]): string {
  const last = args.at(-1) as Record<string, unknown> | undefined
  if (method === 'queue.advance') {
    const { step: next } = (last ?? {}) as { step?: string | null }
    const step = next === undefined ? '' : ` to ${next}`
    const extra = ['progress', 'doubts', 'files'].filter((name) => last?.[name] !== undefined && last[name] !== 0)
    return step + extra.map((name) => ` with ${name}`).join('')
  }
  if (method === 'queue.finish' || method === 'queue.finishAny') return endingOf(args[1] as Outcome, args[2])
  if (method === 'queue.insert') return insertOf(args[0] as NewTask, args[1])
  return ''
}

function endingOf({ error, settlement }: Outcome, seat: unknown): string {
  return ` as ${error?.code ?? 'success'}${withSeat(seat)}${settlement === null ? '' : ' under limits'}`
}

function insertOf({ task, others = [] }: NewTask, seat: unknown): string {
  return `${others.length === 0 ? '' : ' of several'}${withSeat(seat)}${task.holds === null ? '' : ' under limits'}`
}

function withSeat(seat: unknown): string {
  return seat === undefined ? '' : ' with a seat'
}
