import type { Lease } from '../../ports/store/lease.ts'
import type { TaskQueue } from '../../ports/store/task-queue.ts'
import { text } from '../rows.ts'
import { taskAdvancer } from './advance-tasks.ts'
import { batched } from './batch.ts'
import { taskClaimer } from './claim-tasks.ts'
import { statement, type Database } from './database.ts'
import { taskFinisher } from './finish-tasks.ts'
import { taskInserter } from './insert-tasks.ts'

const RENEWED_AT_ONCE = 500

const RENEW = statement(`UPDATE tasks SET next_run_at = until
  FROM unnest($1::text[], $2::text[], $3::bigint[]) AS renewal (held_id, token, until)
  WHERE id = ANY($1) AND id = held_id AND lease_token = token RETURNING id`)

/** Tasks as work, in PostgreSQL. */
export function postgresTaskQueue(db: Database): TaskQueue {
  const renew = leaseRenewer(db)
  return {
    insert: taskInserter(db),
    claim: taskClaimer(db),
    renew: (lease, until) => renew({ lease, until }),
    advance: taskAdvancer(db),
    ...taskFinisher(db),
  }
}

type Renewal = { lease: Lease; until: number }

/** Renews leases, those of one turn in one statement. */
function leaseRenewer(db: Database): (renewal: Renewal) => Promise<boolean> {
  const renewAll = async (renewals: Renewal[]): Promise<boolean[]> => {
    const ids = renewals.map(({ lease }) => lease.id)
    const tokens = renewals.map(({ lease }) => lease.token)
    const rows = await db.retrySafe(RENEW, [ids, tokens, renewals.map(({ until }) => until)])
    const renewed = new Set(rows.map((row) => text(row, 'id')))
    return ids.map((id) => renewed.has(id))
  }
  return batched({
    keyOf: ({ lease }) => lease.id,
    most: RENEWED_AT_ONCE,
    lanes: 1,
    together: renewAll,
    alone: async (renewal) => (await renewAll([renewal]))[0] === true,
  })
}
