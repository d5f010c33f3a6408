import { DELIVERY_STATUSES } from '../../core/webhook.ts'
import type { Deliveries, DeliveryClaim } from '../../ports/store/deliveries.ts'
import { ATTEMPTS, DELIVERIES, readClaimedDelivery } from '../columns.ts'
import { RANKED } from '../conditions.ts'
import { boundParameters, IS_BETWEEN } from '../list-parts.ts'
import { number, text, whole, type Row } from '../rows.ts'
import { raised } from './events.ts'
import type { Dialect, Sql, Steps } from './sql.ts'

const DUE = `SELECT 1 FROM deliveries WHERE status = 'pending' AND next_run_at <= :now LIMIT 1`
const HELD = `SELECT host, count(*) AS held FROM deliveries
  WHERE lease_token IS NOT NULL AND status = 'pending' AND next_run_at > :now GROUP BY host`
const RECORD = `UPDATE deliveries SET status = :status, next_run_at = coalesce(:next_run_at, next_run_at),
    finished_at = CASE WHEN CAST(:status AS text) = 'pending' THEN NULL ELSE CAST(:at AS bigint) END,
    lease_token = NULL, round = round + :rounds, attempts = attempts + 1
  WHERE id = :id AND lease_token = :token RETURNING attempts`
const ADD_ATTEMPT = `INSERT INTO delivery_attempts (delivery_id, ${ATTEMPTS.names})
  VALUES (:delivery_id, ${ATTEMPTS.parameters})`
const REMOVE_ORPHAN = `DELETE FROM deliveries WHERE id = :id AND status <> 'pending'
  AND NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.id = deliveries.task_id)
  AND NOT EXISTS (SELECT 1 FROM events WHERE events.id = deliveries.task_id)`
// An attempt that is under way keeps its lease, or its outcome would not be on record and its host would be counted short.
const REQUEUE = `UPDATE deliveries SET status = 'pending', round = 0, finished_at = NULL,
    next_run_at = CASE WHEN lease_token IS NOT NULL AND next_run_at > :at THEN next_run_at ELSE CAST(:at AS bigint) END,
    lease_token = CASE WHEN next_run_at > :at THEN lease_token END
  WHERE id = :id RETURNING id`
const REQUEUE_SINCE = `UPDATE deliveries
  SET status = 'pending', round = 0, finished_at = NULL, next_run_at = :at, lease_token = NULL
  WHERE key_id = :key_id AND status IN ('dead', 'pending') AND created_at >= :since AND (status = 'dead'
    OR (attempts > 0 AND (lease_token IS NULL OR next_run_at <= :at))) RETURNING id`
const OF_TASK = `SELECT ${DELIVERIES.names} FROM deliveries WHERE task_id = :task_id ORDER BY created_at, id`
const ATTEMPTS_OF = `SELECT ${ATTEMPTS.names} FROM delivery_attempts WHERE delivery_id = :id ORDER BY number`

/** Outgoing webhooks. */
export function deliveriesRoom(sql: Sql): Deliveries {
  const claim = claiming(sql.dialect)
  const { firstOf } = sql.dialect
  return {
    claim: async (request) => {
      if ((await sql.peek(DUE, { now: request.now })).length === 0) return []
      return (await sql.transaction(() => claim(request))).map(readClaimedDelivery)
    },
    record: (lease, { attempt, status, nextRunAt, costsNoRound, raises }) =>
      sql.transaction(function* () {
        const rounds = costsNoRound === true ? 0 : 1
        const [row] = yield [RECORD, { ...lease, status, next_run_at: nextRunAt, at: attempt.at, rounds }]
        if (row === undefined) return false
        const made = ATTEMPTS.named({ number: number(row, 'attempts'), ...attempt })
        yield [ADD_ATTEMPT, { delivery_id: lease.id, ...made }]
        if (raises !== undefined) yield raised(raises)
        if (status !== 'pending') yield [REMOVE_ORPHAN, { id: lease.id }]
        return true
      }),
    find: async (id) => {
      const [row] = await sql.read(`SELECT ${DELIVERIES.names} FROM deliveries WHERE id = :id`, { id })
      return row === undefined ? undefined : DELIVERIES.read(row)
    },
    list: async (filter) => {
      const { keyId, limit, statuses = DELIVERY_STATUSES } = filter
      if (statuses.length === 0) return []
      const parts = statuses.map(
        (status) => `SELECT ${DELIVERIES.names} FROM deliveries
          WHERE key_id = :key_id AND status = '${status}' AND ${IS_BETWEEN}`,
      )
      const values = { key_id: keyId, limit, ...boundParameters(filter) }
      return (await sql.read(firstOf(parts, 'created_at DESC, id DESC'), values)).map(DELIVERIES.read)
    },
    ofTask: async (taskId) => (await sql.read(OF_TASK, { task_id: taskId })).map(DELIVERIES.read),
    attempts: async (id) => (await sql.read(ATTEMPTS_OF, { id })).map(ATTEMPTS.read),
    requeue: async (id, at) => (await sql.repeatableWrite(REQUEUE, { id, at })).length === 1,
    requeueSince: async (keyId, since, at) =>
      (await sql.write(REQUEUE_SINCE, { key_id: keyId, since: whole(since), at })).length,
  }
}

/** Takes due deliveries, oldest first, as many per host as the host has room for. */
function claiming({ given, isAmong, exclusive }: Dialect): (request: DeliveryClaim) => Steps<Row[]> {
  const rooms = given(':rooms', { host: 'text', room: 'bigint' })
  const pick = `SELECT id FROM (
      SELECT id, host, next_run_at, row_number() OVER (PARTITION BY host ORDER BY next_run_at, id) AS place
      FROM (SELECT id, host, next_run_at FROM deliveries WHERE status = 'pending' AND next_run_at <= :now
        AND host NOT IN (SELECT host FROM ${rooms} AS full_hosts WHERE room <= 0) ORDER BY next_run_at, id LIMIT ${RANKED}
      ) AS due
    ) AS ranked
    WHERE place <= coalesce((SELECT room FROM ${rooms} AS rooms WHERE rooms.host = ranked.host), :per_host)
    ORDER BY next_run_at, id LIMIT :limit`
  const take = `UPDATE deliveries SET lease_token = :token, next_run_at = :lease_until
    WHERE ${isAmong('id', ':ids')} AND status = 'pending' AND next_run_at <= :now
    RETURNING ${DELIVERIES.names}, (SELECT trace_parent FROM tasks WHERE tasks.id = deliveries.task_id) AS trace_parent`
  return function* ({ token, now, leaseUntil, limit, perHost, hostLimits }): Steps<Row[]> {
    // What a host may have is counted over every process: claims come one after the other, sending does not.
    yield* exclusive('mediagen deliveries')
    // A map, for a caller may name its host `constructor`.
    const roomOf = new Map(Object.entries(hostLimits))
    for (const row of yield [HELD, { now }]) {
      const host = text(row, 'host')
      roomOf.set(host, (roomOf.get(host) ?? perHost) - number(row, 'held'))
    }
    const known = [...roomOf].map(([host, room]) => ({ host, room }))
    const ids = (yield [pick, { now, limit, per_host: perHost, rooms: known }]).map((row) => text(row, 'id'))
    if (ids.length === 0) return []
    const rows = yield [take, { token, now, lease_until: leaseUntil, ids }]
    const taken = new Map(rows.map((row) => [text(row, 'id'), row]))
    return ids.map((id) => taken.get(id)).filter((row) => row !== undefined)
  }
}
