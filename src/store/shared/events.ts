import { OPERATORS, type Delivery } from '../../core/webhook.ts'
import type { ServiceEvent } from '../../core/service-event.ts'
import type { Events } from '../../ports/store/events.ts'
import { DELIVERIES } from '../columns.ts'
import { integerColumn, jsonColumn, table, text, textColumn, type Row } from '../rows.ts'
import type { Query, Sql, Steps } from './sql.ts'

export const EVENTS = table<ServiceEvent>({
  id: textColumn('id'),
  event: textColumn('event'),
  subject: textColumn('subject'),
  keyId: textColumn('key_id'),
  project: textColumn('project'),
  data: jsonColumn('data'),
  createdAt: integerColumn('created_at'),
})

const { names, parameters, named, read } = EVENTS

const OF_EVENTS = names.replaceAll(/\w+/g, 'events.$&')
const LAST = `SELECT ${names} FROM events WHERE subject = :subject ORDER BY created_at DESC LIMIT 1`
const RAISE = `INSERT INTO events (${names}, sent) VALUES (${parameters}, 0) ON CONFLICT (id) DO NOTHING RETURNING id`
const UNSENT = `SELECT ${names} FROM events WHERE sent = 0 ORDER BY created_at, id LIMIT :limit`
const SENT = 'UPDATE events SET sent = 1 WHERE id = :id AND sent = 0 RETURNING id, event'
const LIST = `SELECT ${OF_EVENTS}, deliveries.status AS delivery FROM events
  LEFT JOIN deliveries ON deliveries.id = events.id
  WHERE events.created_at < :before OR (events.created_at = :before AND events.id < :before_id)
  ORDER BY events.created_at DESC, events.id DESC LIMIT :limit`
// What waits for an attempt is sent though its event is gone, and goes when it is over.
const REMOVE_SENT = `DELETE FROM deliveries WHERE id = :id AND status <> 'pending'`

/** What operators are told of. */
export function eventsRoom(sql: Sql): Events {
  const { isIn, exclusive } = sql.dialect
  const isOldest = isIn('id', 'SELECT id FROM events WHERE created_at < :before ORDER BY created_at, id LIMIT :limit')
  return {
    raise: (events) => (events.length === 0 ? Promise.resolve(0) : sql.transaction(() => raising(events), REPEATABLE)),
    turn: (event, first) =>
      sql.transaction(function* () {
        const { subject } = event
        // Two that look at once would each find that it is theirs to tell.
        yield* exclusive('mediagen events', subject)
        const [row] = yield [LAST, { subject }]
        const last = row === undefined ? undefined : read(row)
        if (last === undefined ? event.event !== first : event.event === last.event) return false
        // After it in the order of times also where the clock went back.
        const createdAt = Math.max(event.createdAt, (last?.createdAt ?? 0) + 1)
        return (yield raised({ ...event, createdAt })).length === 1
      }),
    last: async (subject) => {
      const [row] = await sql.read(LAST, { subject })
      return row === undefined ? undefined : read(row)
    },
    unsent: async (limit) => (await sql.read(UNSENT, { limit })).map(read),
    send: (id, message, at) =>
      sql.transaction(function* () {
        const [row] = yield [SENT, { id }]
        if (row === undefined) return false
        if (message !== null) {
          const times = { createdAt: at, nextRunAt: at, leaseToken: null, finishedAt: null }
          const whose = { taskId: id, keyId: OPERATORS }
          // The same columns hold events of tasks, for which they have their types.
          const event = text(row, 'event') as Delivery['event']
          const fresh = { id, event, ...message, ...whose, status: 'pending' as const, round: 0, attempts: 0, ...times }
          yield [
            `INSERT INTO deliveries (${DELIVERIES.names}) VALUES (${DELIVERIES.parameters})`,
            DELIVERIES.named(fresh),
          ]
        }
        return true
      }),
    list: async (after, limit) => {
      const before = { before: after?.createdAt ?? Number.MAX_SAFE_INTEGER, before_id: after?.id ?? '' }
      return (await sql.read(LIST, { ...before, limit })).map((row) => ({ ...read(row), delivery: statusIn(row) }))
    },
    sweep: (before, limit) =>
      sql.transaction(function* () {
        const rows = yield [`DELETE FROM events WHERE ${isOldest} RETURNING id`, { before, limit }]
        for (const row of rows) yield [REMOVE_SENT, { id: text(row, 'id') }]
        return rows.length
      }),
  }
}

const REPEATABLE = { isRepeatable: true }

/** Raises an event inside of the transaction of its cause. */
export function raised(event: ServiceEvent): Query {
  return [RAISE, named(event)]
}

function* raising(events: readonly ServiceEvent[]): Steps<number> {
  let count = 0
  // In one order, so that two processes that raise the same do not wait for each other.
  for (const event of events.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    count += (yield raised(event)).length
  return count
}

function statusIn(row: Row): Delivery['status'] | null {
  return row['delivery'] === null ? null : (text(row, 'delivery') as Delivery['status'])
}
