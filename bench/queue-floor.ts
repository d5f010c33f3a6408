import { Pool } from 'pg'
import type { Contender } from './queue-contenders.ts'

const CLAIM = `UPDATE tasks SET lease_token = $1, owner = 'bench', next_run_at = $2, status = 'processing', step = 'starting',
  started_at = $3, start_key = 'start_' || $1 || '_' || id, attempts = attempts + 1, version = version + 1
  WHERE id IN (SELECT id FROM tasks WHERE engine = 'e' AND status = 'pending' AND lease_token IS NULL
    ORDER BY turn, created_at, id LIMIT $4 FOR UPDATE SKIP LOCKED) RETURNING *`
const DONE = `WITH ended AS (
    UPDATE tasks SET status = 'success', step = NULL, finished_at = $3, lease_token = NULL, owner = NULL, ended_by = $2,
      progress = 100, version = version + 1 WHERE id = ANY($1) AND lease_token = $2
    RETURNING id, key_id, kind, model, engine, status
  ) INSERT INTO usage (task_id, key_id, kind, model, engine, status, units, price_micros, at)
    SELECT id, key_id, kind, model, engine, status, 4.25, 85000, $3 FROM ended`

/**
 * The bare loop over our own tables: the same rows and indexes, so the same lists and the same bill, but no owner, no cap, no
 * deadline, no suspects, and whole batches that end alike. What a task with a receipt costs the driver of the queue.
 */
export function bareLoopOverOurTables(url: string, ours: Contender): Contender {
  const pool = new Pool({ connectionString: url, max: 20 })
  pool.on('error', () => undefined)
  let claims = 0
  const claim = async (limit: number): Promise<{ ids: string[]; token: string }> => {
    const token = `floor${++claims}`
    const values = [token, Date.now() + 6_000, Date.now(), limit]
    const { rows } = await pool.query<{ id: string }>({ name: 'claim', text: CLAIM, values })
    return { ids: rows.map(({ id }) => id), token }
  }
  const work: Contender['work'] = async (_, { batch, workers }) => {
    const worker = async (): Promise<void> => {
      for (let taken = await claim(batch); taken.ids.length > 0; taken = await claim(batch))
        await pool.query({ name: 'done', text: DONE, values: [taken.ids, taken.token, Date.now()] })
    }
    await Promise.all(Array.from({ length: workers }, worker))
  }
  const close = async (): Promise<void> => {
    await pool.end()
    await ours.close()
  }
  return { ...ours, work, close }
}
