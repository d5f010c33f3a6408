import type { Deliveries, DeliveryClaim } from '../../ports/store/deliveries.ts'
import { ATTEMPTS, DELIVERIES, readClaimedDelivery } from '../columns.ts'
import { DELIVERY_STATUSES } from '../../core/webhook.ts'
import { RANKED } from '../conditions.ts'
import { listBounds } from '../list-parts.ts'
import { number, text, whole } from '../rows.ts'
import { places, type Database } from './database.ts'

/** Outgoing webhooks in SQLite. */
export function sqliteDeliveries(db: Database): Deliveries {
  const pick = deliveryPicker(db)
  const due = db.prepare(`SELECT 1 FROM deliveries WHERE status = 'pending' AND next_run_at <= ? LIMIT 1`)
  const take = db.prepare(`UPDATE deliveries SET lease_token = ?, next_run_at = ? WHERE id = ?
    RETURNING *, (SELECT trace_parent FROM tasks WHERE tasks.id = deliveries.task_id) AS trace_parent`)
  const record = db.prepare(`UPDATE deliveries SET status = :status, next_run_at = coalesce(:next_run_at, next_run_at),
      finished_at = CASE WHEN :status = 'pending' THEN NULL ELSE :at END,
      lease_token = NULL, round = round + :rounds, attempts = attempts + 1
    WHERE id = :id AND lease_token = :token RETURNING attempts`)
  const insertAttempt = db.prepare(`INSERT INTO delivery_attempts (delivery_id, ${ATTEMPTS.names})
    VALUES (?, ${places(ATTEMPTS)})`)
  const removeOrphan = db.prepare(`DELETE FROM deliveries WHERE id = ?
    AND NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.id = deliveries.task_id)`)
  const find = db.prepare('SELECT * FROM deliveries WHERE id = ?')
  const ofTask = db.prepare('SELECT * FROM deliveries WHERE task_id = ? ORDER BY created_at, id')
  const attempts = db.prepare('SELECT * FROM delivery_attempts WHERE delivery_id = ? ORDER BY number')
  // An attempt that is under way keeps its lease, or its outcome would not be on record and its host would be counted short.
  const requeue = db.prepare(`UPDATE deliveries SET status = 'pending', round = 0, finished_at = NULL,
      next_run_at = CASE WHEN lease_token IS NOT NULL AND next_run_at > :at THEN next_run_at ELSE :at END,
      lease_token = CASE WHEN next_run_at > :at THEN lease_token END
    WHERE id = :id`)
  const requeueSince = db.prepare(`UPDATE deliveries
    SET status = 'pending', round = 0, finished_at = NULL, next_run_at = :at, lease_token = NULL
    WHERE key_id = :key_id AND status IN ('dead', 'pending') AND created_at >= :since AND (status = 'dead'
      OR (attempts > 0 AND (lease_token IS NULL OR next_run_at <= :at)))`)

  return {
    claim: async (request) => {
      const { token, now, leaseUntil } = request
      if (db.peek(() => due.get(now)) === undefined) return []
      return db.write(() => pick(request).flatMap((id) => take.all(token, leaseUntil, id).map(readClaimedDelivery)))
    },
    record: (lease, { attempt, status, nextRunAt, costsNoRound }) =>
      db.write(() => {
        const rounds = costsNoRound === true ? 0 : 1
        const row = record.get({ ...lease, status, next_run_at: nextRunAt, at: attempt.at, rounds })
        if (row === undefined) return false
        insertAttempt.run(lease.id, ...ATTEMPTS.values({ number: number(row, 'attempts'), ...attempt }))
        if (status !== 'pending') removeOrphan.run(lease.id)
        return true
      }),
    find: async (id) => {
      const row = await db.read(() => find.get(id))
      return row === undefined ? undefined : DELIVERIES.read(row)
    },
    list: async (filter) => {
      const { above, below } = listBounds(filter)
      const { statuses = DELIVERY_STATUSES } = filter
      if (statuses.length === 0) return []
      const parts = statuses.map(
        (status) => `SELECT * FROM deliveries WHERE key_id = :key_id AND status = '${status}'
          AND (created_at, id) > (:above_at, :above_id) AND (created_at, id) < (:below_at, :below_id)`,
      )
      const sql = `${parts.join(' UNION ALL ')} ORDER BY created_at DESC, id DESC LIMIT :limit`
      const places = { above_at: above.createdAt, above_id: above.id, below_at: below.createdAt, below_id: below.id }
      const values = { key_id: filter.keyId, ...places, limit: filter.limit }
      return (await db.read(() => db.prepare(sql).all(values))).map(DELIVERIES.read)
    },
    ofTask: async (taskId) => (await db.read(() => ofTask.all(taskId))).map(DELIVERIES.read),
    attempts: async (deliveryId) => (await db.read(() => attempts.all(deliveryId))).map(ATTEMPTS.read),
    requeue: (deliveryId, at) => db.write(() => Number(requeue.run({ id: deliveryId, at }).changes) === 1),
    requeueSince: (keyId, since, at) =>
      db.write(() => Number(requeueSince.run({ key_id: keyId, since: whole(since), at }).changes)),
  }
}

/** Chooses due deliveries, oldest first, as many per host as the host has room for. Runs inside a transaction. */
function deliveryPicker(db: Database): (request: DeliveryClaim) => string[] {
  const held = db.prepare(`SELECT host, count(*) AS held FROM deliveries
    WHERE lease_token IS NOT NULL AND status = 'pending' AND next_run_at > ? GROUP BY host`)
  const pick = db.prepare(`SELECT id FROM (
      SELECT id, host, next_run_at, row_number() OVER (PARTITION BY host ORDER BY next_run_at, id) AS place
      FROM (SELECT id, host, next_run_at FROM deliveries WHERE status = 'pending' AND next_run_at <= :now
        AND host NOT IN (SELECT key FROM json_each(:room) WHERE value <= 0) ORDER BY next_run_at, id LIMIT ${RANKED})
    ) WHERE place <= coalesce((SELECT value FROM json_each(:room) WHERE key = host), :per_host)
    ORDER BY next_run_at, id LIMIT :limit`)
  return ({ now, limit, perHost, hostLimits }) => {
    // A map, for a caller may name its host `constructor`.
    const rooms = new Map(Object.entries(hostLimits))
    for (const row of held.all(now)) {
      const host = text(row, 'host')
      rooms.set(host, (rooms.get(host) ?? perHost) - number(row, 'held'))
    }
    const room = JSON.stringify(Object.fromEntries(rooms))
    return pick.all({ now, limit, per_host: perHost, room }).map((row) => text(row, 'id'))
  }
}
