/** How much lies in a store before anything is measured. */
export type Size = {
  finished: number
  sleeping: number
  keys: number
  /** Every so many, a finished task of the heavy key is of the rare kind and model. */
  rareEvery: number
}

/** The moment at which the measuring begins: all that is filled in was made in the thirty days before. */
export const NOW = 1_790_000_000_000
export const ENGINES = 5
/** The key that holds a fifth of everything, and one of those that share the rest. */
export const HEAVY_KEY = 'k0'
export const SMALL_KEY = 'k1'
/** The key under which new tasks come while we measure, so that the lists of the others stay as they are. */
export const BENCH_KEY = 'bench'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const DAYS = 30

/** SQL of the two databases differs only where they count. */
export type Dialect = { numbers: (from: number, to: number) => string }

export const SQLITE: Dialect = {
  // Without the limit, SQLite would work out the whole series before the first row is used.
  numbers: (from, to) => `(WITH RECURSIVE series (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM series
    LIMIT ${to - from}) SELECT i FROM series)`,
}
export const POSTGRES: Dialect = {
  numbers: (from, to) => `(SELECT i FROM generate_series(${from}::bigint, ${to - 1}::bigint) AS series (i))`,
}

const FIRST = 8_765_432_101n
const SPAN = 10_000_000_000n
// All that looks random is made from the counting number, so that a run can be repeated. By its square, for its multiples
// alone would keep step with one another. From 0 to 9999.
const scattered = (multiplier: number): string =>
  `(((i * i % 1000000007) * ${multiplier} + i * 7919) % 1000000007 / 100001)`
// 22 digits like a real id; neighbours in time lie far apart in the index, as real ids do.
const ID = `CAST(${SPAN} + i * ${FIRST} % ${SPAN} AS TEXT) || CAST(${SPAN} + i AS TEXT)`

/** The id of the task that was filled in as number i. */
export function filledId(i: number): string {
  return `${SPAN + ((BigInt(i) * FIRST) % SPAN)}${SPAN + BigInt(i)}`
}

export function filledFileId(i: number): string {
  return `F${filledId(i).slice(1)}`
}

/** When the finished task that was filled in as number i was made. */
export function filledCreatedAt(i: number, { finished }: Size): number {
  return NOW - DAYS * DAY + i * stepOf(finished)
}

function stepOf(finished: number): number {
  return Math.floor((DAYS * DAY - HOUR) / finished)
}

/** The tables that are filled, in the order of the statements. */
export const FILLED = ['tasks', 'files', 'usage', 'deliveries', 'delivery_attempts', 'idempotency'] as const

/** The statements that fill an empty schema which has its keys: one for each table, in order. */
export function fillStatements(size: Size, { numbers }: Dialect): string[] {
  const { finished, sleeping, keys, rareEvery } = size
  const all = finished + sleeping
  const created = `CASE WHEN i < ${finished} THEN ${NOW - DAYS * DAY} + i * ${stepOf(finished)}
    ELSE ${NOW - HOUR} + (i - ${finished}) * ${HOUR} / ${sleeping} END`
  // A fifth to the heavy key, the rest to the others; one in twenty fails; three in ten have a webhook.
  const source = `(SELECT i, id, created_at, a, b, c, is_rare, is_done, is_done * is_failed AS is_failed, has_hook,
      CASE WHEN is_rare = 1 OR a % 5 = 0 THEN '${HEAVY_KEY}' ELSE 'k' || CAST(1 + b % ${keys - 1} AS TEXT) END AS key_id,
      CASE WHEN is_rare = 1 THEN 'image' ELSE 'video' END AS kind,
      CASE WHEN is_rare = 1 THEN 'rare' ELSE 'm' || CAST(c % ${ENGINES} AS TEXT) END AS model,
      'e' || CAST(c % ${ENGINES} AS TEXT) AS engine, created_at + 20000 + b * 6 AS ended_at
    FROM (SELECT i, ${ID} AS id, ${created} AS created_at, ${scattered(876_543_211)} AS a,
        ${scattered(765_432_197)} AS b, ${scattered(654_321_989)} AS c,
        CASE WHEN i < ${finished} AND i % ${rareEvery} = 7 THEN 1 ELSE 0 END AS is_rare,
        CASE WHEN i < ${finished} THEN 1 ELSE 0 END AS is_done,
        CASE WHEN i % ${rareEvery} <> 7 AND ${scattered(543_219_877)} % 20 = 3 THEN 1 ELSE 0 END AS is_failed,
        CASE WHEN ${scattered(432_198_763)} % 10 < 3 THEN 1 ELSE 0 END AS has_hook
      FROM ${numbers(0, all)} AS counted) AS scattered) AS filled`
  const host = `'hooks' || CAST(b % 50 AS TEXT) || '.example.com'`
  const dead = `a % 100 = 1`
  // A few wait for a later attempt, none of which is due while we measure.
  const retried = `a % 1000 = 2`
  return [
    `INSERT INTO tasks (id, key_id, kind, model, engine, status, step, prompt, asked_size, effective, warnings,
      reference_images, webhook_url, created_at, queue_deadline_at, started_at, run_deadline_at, finished_at, next_run_at,
      lease_token, attempts, start_key, operation, doubts, progress, error_code, error_message, version, turn, ended_by)
    SELECT id, key_id, kind, model, engine,
      CASE WHEN is_done = 0 THEN 'processing' WHEN is_failed = 1 THEN 'failed' ELSE 'success' END,
      CASE WHEN is_done = 0 THEN 'running' END,
      'a red fox crosses a snowy forest at dawn while the camera follows it slowly, soft light, film grain, number '
        || CAST(i AS TEXT),
      '1280x720', '{"width":1280,"height":720,"ratio":"16:9","seed":' || CAST(a AS TEXT) || '}', '[]', '[]',
      CASE WHEN has_hook = 1 THEN 'https://' || ${host} || '/mediagen/' || key_id END,
      created_at, created_at + ${HOUR}, created_at + 500,
      CASE WHEN is_done = 1 THEN created_at + ${HOUR / 2} ELSE ${NOW + 2 * HOUR} + b * 100 END,
      CASE WHEN is_done = 1 THEN ended_at END,
      CASE WHEN is_done = 1 THEN ended_at + 3000 ELSE ${NOW + HOUR} + a * 100 END,
      NULL, 1, 'start_' || substr(id, 1, 22), '{"id":"op_' || id || '","model":"' || model || '","step":2}', 0,
      CASE WHEN is_done = 0 THEN 40 WHEN is_failed = 1 THEN 60 ELSE 100 END,
      CASE WHEN is_failed = 1 THEN 'provider_error' END,
      CASE WHEN is_failed = 1 THEN 'The provider could not make this film.' END,
      5, 1 + a % 7, CASE WHEN is_done = 1 THEN 'T' || substr(id, 2) END
    FROM ${source}`,
    `INSERT INTO files (id, task_id, key_id, role, position, media_type, extension, bytes, sha256, width, height,
      duration_ms, created_at)
    SELECT 'F' || substr(id, 2), id, key_id, 'output', 0, 'video/mp4', 'mp4', 1000000 + a * 100,
      '0123456789abcdef0123456789abcdef0123456789' || id, 1280, 720, 4000, ended_at
    FROM ${source} WHERE is_done = 1 AND is_failed = 0`,
    `INSERT INTO usage (task_id, key_id, kind, model, engine, status, units, price_micros, at)
    SELECT id, key_id, kind, model, engine, CASE WHEN is_failed = 1 THEN 'failed' ELSE 'success' END, 4, 85000, ended_at
    FROM ${source} WHERE is_done = 1`,
    `INSERT INTO deliveries (id, task_id, key_id, url, host, body, status, round, attempts, created_at, next_run_at,
      finished_at)
    SELECT 'msg_' || id, id, key_id, 'https://' || ${host} || '/mediagen/' || key_id, ${host},
      '{"type":"task.finished","data":{"id":"' || id || '","status":"success","model":"' || model ||
        '","data":[{"url":"https://media.example.com/files/F' || substr(id, 2) || '.mp4"}],"error":null}}',
      CASE WHEN ${retried} THEN 'pending' WHEN ${dead} THEN 'dead' ELSE 'delivered' END, 1, 1, ended_at,
      CASE WHEN ${retried} THEN ${NOW + HOUR} + b * 100 ELSE ended_at END,
      CASE WHEN ${retried} THEN NULL ELSE ended_at + 400 END
    FROM ${source} WHERE is_done = 1 AND has_hook = 1`,
    `INSERT INTO delivery_attempts (delivery_id, number, at, duration_ms, status, error, answer)
    SELECT 'msg_' || id, 1, ended_at + 300, 90, CASE WHEN ${dead} OR ${retried} THEN 500 ELSE 200 END, NULL, 'ok'
    FROM ${source} WHERE is_done = 1 AND has_hook = 1`,
    // Records of the last day: older ones have been swept.
    `INSERT INTO idempotency (key_id, key, fingerprint, task_id, expires_at)
    SELECT key_id, 'order-' || CAST(i AS TEXT), 'fingerprint of ' || id, id, created_at + ${DAY}
    FROM ${source} WHERE is_done = 1 AND created_at > ${NOW - DAY}`,
  ]
}
