import { START_SETTLES_MS } from '../../../core/tasks/stop.ts'
import type { NewDelivery } from '../../../ports/store/deliveries.ts'
import type { ClaimRequest, Outcome, Seat, TaskQueue } from '../../../ports/store/task-queue.ts'
import { STOPS } from '../../columns.ts'
import { LEAVES_A_JOB } from '../../conditions.ts'
import { plain, type Column, type Row } from '../../rows.ts'
import { batched, batchedByLine } from './batch.ts'
import { claimParts, claimValues } from './claim-statement.ts'
import type { PostgresTaskClaimer } from './claim-tasks.ts'
import { statement, type PostgresDatabase } from '../database.ts'
import { FILE_PARAMETERS, fileArrays, insertFiles } from './insert-files.ts'
import { settling } from './settle-accounts.ts'
import { stopKey } from '../sql.ts'
import { arraysOf, unnest } from './unnest.ts'

const MOST_AT_ONCE = 100
// The server writes the commits of several at once to disk together.
const LANES = 4

type Ending = {
  id: string
  token: string | null
  outcome: Outcome
  seat: Seat | undefined
  version?: number | undefined
}

type Announcement = NewDelivery & { taskId: string }

const DELIVERY_COLUMNS: readonly Column<Announcement>[] = [
  { name: 'delivery_id', type: 'text', value: ({ id }) => id },
  { name: 'of_task', type: 'text', value: ({ taskId }) => taskId },
  { name: 'event', type: 'text', value: ({ event }) => event },
  { name: 'url', type: 'text', value: ({ url }) => url },
  { name: 'host', type: 'text', value: ({ host }) => host },
  { name: 'body', type: 'text', value: ({ body }) => body },
]

const ENDING_COLUMNS: readonly Column<Ending>[] = [
  { name: 'ending_id', type: 'text', value: ({ id }) => id },
  { name: 'token', type: 'text', value: ({ token }) => token },
  { name: 'new_status', type: 'text', value: ({ outcome }) => outcome.status },
  { name: 'new_code', type: 'text', value: ({ outcome }) => outcome.error?.code ?? null },
  {
    name: 'new_message',
    type: 'text',
    value: ({ outcome }) => (outcome.error === null ? null : plain(outcome.error.message)),
  },
  { name: 'ended_at', type: 'bigint', value: ({ outcome }) => outcome.finishedAt },
  { name: 'new_warnings', type: 'text', value: ({ outcome }) => JSON.stringify(outcome.warnings) },
  { name: 'new_cost', type: 'text', value: ({ outcome }) => JSON.stringify(outcome.cost) },
  { name: 'used_kind', type: 'text', value: ({ outcome }) => outcome.usage.kind },
  { name: 'used_model', type: 'text', value: ({ outcome }) => outcome.usage.model },
  { name: 'used_engine', type: 'text', value: ({ outcome }) => outcome.usage.engine },
  { name: 'used_status', type: 'text', value: ({ outcome }) => outcome.usage.status },
  { name: 'units', type: 'double precision', value: ({ outcome }) => outcome.usage.units },
  { name: 'price_micros', type: 'bigint', value: ({ outcome }) => outcome.usage.priceMicros },
  { name: 'used_for', type: 'text', value: ({ outcome }) => outcome.usage.endUser },
  { name: 'stop_job', type: 'bigint', value: ({ outcome }) => (outcome.stopJob ? 1 : 0) },
  { name: 'used_at', type: 'bigint', value: ({ outcome }) => outcome.usage.at },
  { name: 'as_of', type: 'bigint', value: ({ version }) => version ?? null },
]

// What a statement is given, in this order: files, deliveries, endings.
const FIRST_DELIVERY = FILE_PARAMETERS + 1
const FIRST_ENDING = FIRST_DELIVERY + DELIVERY_COLUMNS.length
const FIRST_CLAIM = FIRST_ENDING + ENDING_COLUMNS.length

// One statement is one transaction: state, files, deliveries, usage and the stop of the job, none without the others.
// The ids are named beside the join: without statistics it would be planned as a walk over all unfinished tasks.
const ENDING = `ending AS (
    SELECT * FROM ${given(ENDING_COLUMNS, FIRST_ENDING)}
  ), ended AS (
    UPDATE tasks SET status = new_status, ended_step = step, step = NULL, error_code = new_code, error_message = new_message,
      finished_at = ended_at, warnings = new_warnings, cost = new_cost, lease_token = NULL, owner = NULL, crowd = 0, ended_by = token, version = version + 1,
      progress = CASE WHEN new_status = 'success' THEN 100 ELSE progress END
    FROM ending WHERE id = ANY($${FIRST_ENDING}) AND id = ending_id
      AND (lease_token = token OR (token IS NULL AND finished_at IS NULL AND version = coalesce(as_of, version)))
    RETURNING id, key_id, project, engine, guest_of, kind, model, operation, ended_step, parked_by, ending.*
  ), filed AS (
    ${insertFiles(1, 'SELECT id FROM ended')}
  ), announced AS (
    INSERT INTO deliveries (id, task_id, event, key_id, url, host, body, status, round, attempts, created_at, next_run_at)
    SELECT delivery_id, id, event, key_id, url, host, body, 'pending', 0, 0, ended_at, ended_at
    FROM ${given(DELIVERY_COLUMNS, FIRST_DELIVERY)} JOIN ended ON id = of_task
  ), used AS (
    INSERT INTO usage (task_id, key_id, project, kind, model, engine, status, units, price_micros, end_user, at)
    SELECT id, key_id, project, used_kind, used_model, used_engine, used_status, units, price_micros, used_for, used_at FROM ended
  ), left_behind AS (
    INSERT INTO stops (task_id, ${STOPS.names})
    SELECT ${stopKey('id', 'operation')}, id, engine, coalesce(guest_of, engine), kind, model, operation, ended_at,
      CASE WHEN operation IS NULL THEN ended_at + ${START_SETTLES_MS} ELSE ended_at END, 0 FROM ended
    WHERE stop_job = 1 AND ${LEAVES_A_JOB} ON CONFLICT (task_id) DO NOTHING
  )`
const END = statement(`WITH ${ENDING} SELECT id AS ended_id FROM ended`)
const END_AND_TELL = statement(
  `WITH ${ENDING} SELECT id AS ended_id, parked_by, stop_job = 1 AND ${LEAVES_A_JOB} AS leaves FROM ended`,
)

// What is due is never what ends here, so that one statement can change both.
const CLAIM = claimParts(FIRST_CLAIM, false)
const END_AND_CLAIM = statement(`WITH ${ENDING}, ${CLAIM.tables}, taken AS (${CLAIM.update})
  SELECT ended.id AS ended_id, taken.* FROM ended FULL JOIN taken ON ended.id = taken.id`)

const ENDED_BY = statement('SELECT 1 FROM tasks WHERE id = $1 AND ended_by = $2')

/** The final write of tasks, those of one turn in one statement, which fills the seats that come free as well. */
export function taskFinisher(
  db: PostgresDatabase,
  claimer: PostgresTaskClaimer,
): Pick<TaskQueue, 'finish' | 'finishAny'> {
  const end = async (endings: Ending[]): Promise<boolean[]> => {
    const rows = await db.run(END, endingValues(endings))
    return areEnded(endings, rows)
  }
  const endAndClaim = async (endings: Ending[]): Promise<boolean[]> => {
    const seats = endings.flatMap(({ seat }) => seat ?? [])
    const request = forAll(seats)
    if (request === undefined) return end(endings)
    let answer: Row[] = []
    const tasks = await claimer.claimWithin(request, async (from) => {
      answer = await db.run(END_AND_CLAIM, [...endingValues(endings), ...claimValues(request, from)])
      return answer.filter((row) => row['id'] !== null)
    })
    for (const { claim, take } of seats) take(tasks.splice(0, claim.limit))
    return areEnded(endings, answer)
  }
  const endAlone = async (ending: Ending, maybeDone: boolean): Promise<boolean> => {
    const [done] = await end([ending])
    const { seat } = ending
    const tasks = maybeDone && seat !== undefined ? await claimer.taken(seat.claim) : []
    // What was broken off may claim after this look. Where nothing is told, the worker knows that it may find a stray.
    if (!maybeDone || tasks.length > 0) seat?.take(tasks)
    return done === true
  }
  const endOne = batchedByLine<Ending, boolean>(lineOf, {
    keyOf: ({ id }) => id,
    most: MOST_AT_ONCE,
    lanes: LANES,
    together: endAndClaim,
    alone: endAlone,
  })
  const endLimited = async (endings: Ending[]): Promise<boolean[]> => {
    const settlements = new Map(
      endings.map(({ id, outcome }) => [id, outcome.settlement && { ...outcome.settlement, at: outcome.finishedAt }]),
    )
    const rows = await settling(db, settlements, (run) => run(END_AND_TELL, endingValues(endings)))
    return areEnded(endings, rows)
  }
  const endOneLimited = batched<Ending, boolean>({
    keyOf: ({ id }) => id,
    most: MOST_AT_ONCE,
    lanes: LANES,
    together: endLimited,
    alone: async (ending) => (await endLimited([ending]))[0] === true,
  })
  return {
    finish: async ({ id, token }, outcome, seat) => {
      const isLimited = outcome.settlement !== null
      // Under a cap, claims come one after the other: the end would have to wait for them. One that gives back a place
      // lets in by a later statement what it would have to claim.
      const isFree = seat?.claim.cap === null && !isLimited
      if (!isFree) seat?.take([])
      const end = isLimited ? endOneLimited : endOne
      if (await end({ id, token, outcome, seat: isFree ? seat : undefined })) return true
      return (await db.retrySafe(ENDED_BY, [id, token])).length === 1
    },
    finishAny: (id, outcome, version) =>
      (outcome.settlement === null ? endOne : endOneLimited)({ id, token: null, outcome, seat: undefined, version }),
  }
}

function endingValues(endings: readonly Ending[]): unknown[] {
  const deliveries = endings.flatMap(({ id, outcome }) => outcome.deliveries.map((each) => ({ ...each, taskId: id })))
  return [
    ...fileArrays(endings.flatMap(({ outcome }) => outcome.files)),
    ...arraysOf(DELIVERY_COLUMNS, deliveries),
    ...arraysOf(ENDING_COLUMNS, endings),
  ]
}

/** A table of what was given, under the names of its columns. */
function given<Item>(columns: readonly Column<Item>[], first: number): string {
  return `${unnest(columns, first)} AS given (${columns.map(({ name }) => name).join(', ')})`
}

function areEnded(endings: readonly Ending[], rows: readonly Row[]): boolean[] {
  const ended = new Set(rows.map((row) => row['ended_id']))
  return endings.map(({ id }) => ended.has(id))
}

/** Those that may share a claim. */
function lineOf({ seat }: Ending): string {
  return seat === undefined ? '' : [seat.claim.engine, seat.claim.owner, seat.claim.crowd].join(' ')
}

/** One claim for the seats of one line. */
function forAll(seats: readonly Seat[]): ClaimRequest | undefined {
  const claims = seats.map(({ claim }) => claim)
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
  const [first] = claims
  if (first === undefined) return undefined
  const limit = sum(claims.map((each) => each.limit))
  return { ...first, limit, wakeLimit: sum(claims.map((each) => each.wakeLimit)) }
}
