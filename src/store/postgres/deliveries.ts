import type { Deliveries } from '../../ports/store/deliveries.ts'
import { ATTEMPTS, DELIVERIES, readClaimedDelivery } from '../columns.ts'
import { DELIVERY_STATUSES } from '../../core/webhook.ts'
import { RANKED } from '../conditions.ts'
import { listBounds } from '../list-parts.ts'
import { number, text, whole } from '../rows.ts'
import { statement, type Database } from './database.ts'

const DUE = statement(`SELECT 1 FROM deliveries WHERE status = 'pending' AND next_run_at <= $1 LIMIT 1`)
const LOCK = statement(`SELECT pg_advisory_xact_lock(hashtext('mediagen deliveries'))`)
const CLAIM = statement(`WITH held AS (
    SELECT host, count(*) AS held FROM deliveries
    WHERE lease_token IS NOT NULL AND status = 'pending' AND next_run_at > $1 GROUP BY host
  ), room AS (
    SELECT host, coalesce(own.most, $5) - coalesce(held, 0) AS room
    FROM held FULL JOIN unnest($6::text[], $7::bigint[]) AS own (host, most) USING (host)
  ), due AS (
    SELECT id, host, next_run_at FROM deliveries WHERE status = 'pending' AND next_run_at <= $1
      AND host NOT IN (SELECT host FROM room WHERE room <= 0) ORDER BY next_run_at, id LIMIT ${RANKED}
  ), ranked AS (
    SELECT id, host, next_run_at, row_number() OVER (PARTITION BY host ORDER BY next_run_at, id) AS place FROM due
  ), picked AS (
    SELECT id, next_run_at AS was_due FROM ranked LEFT JOIN room USING (host) WHERE place <= coalesce(room, $5)
    ORDER BY next_run_at, id LIMIT $2
  )
  UPDATE deliveries SET lease_token = $3, next_run_at = $4 FROM picked
  WHERE deliveries.id = picked.id AND status = 'pending' AND next_run_at <= $1
  RETURNING ${DELIVERIES.columns.map(({ name }) => `deliveries.${name}`).join(', ')}, was_due,
    (SELECT trace_parent FROM tasks WHERE tasks.id = deliveries.task_id) AS trace_parent`)
const RECORD = statement(`WITH recorded AS (
    UPDATE deliveries SET status = $3, next_run_at = coalesce($4, next_run_at),
      finished_at = CASE WHEN $3 = 'pending' THEN NULL ELSE $5::bigint END,
      lease_token = NULL, round = round + $10::bigint, attempts = attempts + 1
    WHERE id = $1 AND lease_token = $2 RETURNING id, attempts)
  INSERT INTO delivery_attempts (delivery_id, ${ATTEMPTS.names})
  SELECT id, attempts, $5::bigint, $6, $7, $8, $9 FROM recorded RETURNING number`)
const REMOVE_ORPHAN = statement(`DELETE FROM deliveries WHERE id = $1 AND status <> 'pending'
  AND NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.id = deliveries.task_id)`)
const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC LIMIT $1'
const FIND = statement(`SELECT ${DELIVERIES.names} FROM deliveries WHERE id = $1`)
const OF_TASK = statement(`SELECT ${DELIVERIES.names} FROM deliveries WHERE task_id = $1 ORDER BY created_at, id`)
const ATTEMPTS_OF = statement(`SELECT ${ATTEMPTS.names} FROM delivery_attempts
  WHERE delivery_id = $1 ORDER BY number`)
// An attempt that is under way keeps its lease, or its outcome would not be on record and its host would be counted short.
const REQUEUE = statement(`UPDATE deliveries SET status = 'pending', round = 0, finished_at = NULL,
    next_run_at = CASE WHEN lease_token IS NOT NULL AND next_run_at > $2 THEN next_run_at ELSE $2 END,
    lease_token = CASE WHEN next_run_at > $2 THEN lease_token END
  WHERE id = $1 RETURNING id`)
const REQUEUE_SINCE = statement(`UPDATE deliveries
  SET status = 'pending', round = 0, finished_at = NULL, next_run_at = $3, lease_token = NULL
  WHERE key_id = $1 AND status IN ('dead', 'pending') AND created_at >= $2 AND (status = 'dead'
    OR (attempts > 0 AND (lease_token IS NULL OR next_run_at <= $3))) RETURNING id`)

/** Outgoing webhooks in PostgreSQL. */
export function postgresDeliveries(db: Database): Deliveries {
  return {
    claim: async ({ token, now, leaseUntil, limit, perHost, hostLimits }) => {
      if ((await db.retrySafe(DUE, [now])).length === 0) return []
      const own = [Object.keys(hostLimits), Object.values(hostLimits)]
      // What a host may have is counted over every process: claims come one after the other, sending does not.
      const rows = await db.together(async (run) => {
        await run(LOCK, [])
        return run(CLAIM, [now, limit, token, leaseUntil, perHost, ...own])
      })
      const order = (x: (typeof rows)[number], y: (typeof rows)[number]): number =>
        number(x, 'was_due') - number(y, 'was_due') || (text(x, 'id') < text(y, 'id') ? -1 : 1)
      return rows.sort(order).map(readClaimedDelivery)
    },
    record: async (lease, { attempt, status, nextRunAt, costsNoRound }) => {
      const { at, durationMs, error, answer } = attempt
      const outcome = [status, nextRunAt, at, durationMs, attempt.status, error, answer, costsNoRound === true ? 0 : 1]
      const values = [lease.id, lease.token, ...outcome]
      if (status === 'pending') return (await db.run(RECORD, values)).length === 1
      // The second look comes when the row is ours: a removal that was before us is over by then, and one after us waits.
      return db.together(async (run) => {
        const isRecorded = (await run(RECORD, values)).length === 1
        if (isRecorded) await run(REMOVE_ORPHAN, [lease.id])
        return isRecorded
      })
    },
    find: async (id) => {
      const [row] = await db.retrySafe(FIND, [id])
      return row === undefined ? undefined : DELIVERIES.read(row)
    },
    list: async (filter) => {
      const { above, below } = listBounds(filter)
      const { statuses = DELIVERY_STATUSES } = filter
      if (statuses.length === 0) return []
      const parts = statuses.map(
        (status) => `(SELECT ${DELIVERIES.names} FROM deliveries WHERE key_id = $2 AND status = '${status}'
          AND (created_at, id) > ($3::bigint, $4) AND (created_at, id) < ($5::bigint, $6) ${NEWEST_FIRST})`,
      )
      const sql = `SELECT * FROM (${parts.join(' UNION ALL ')}) AS parts ${NEWEST_FIRST}`
      const values = [filter.limit, filter.keyId, above.createdAt, above.id, below.createdAt, below.id]
      return (await db.retrySafe(statement(sql), values)).map(DELIVERIES.read)
    },
    ofTask: async (taskId) => (await db.retrySafe(OF_TASK, [taskId])).map(DELIVERIES.read),
    attempts: async (deliveryId) => (await db.retrySafe(ATTEMPTS_OF, [deliveryId])).map(ATTEMPTS.read),
    requeue: async (deliveryId, at) => (await db.retrySafe(REQUEUE, [deliveryId, at])).length === 1,
    requeueSince: async (keyId, since, at) => (await db.run(REQUEUE_SINCE, [keyId, whole(since), at])).length,
  }
}
