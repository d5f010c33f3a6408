import {
  COUNTED_UP_TO,
  readSystem,
  type EngineReport,
  type SystemReport,
} from '../../../actions/reading/read-system.ts'
import { describeAnswers, KEY_ERRORS, SERVER_ERRORS } from '../../answer/describe-answers.ts'
import { orNull, Type, type Static, type TypedRoutes } from '../../answer/schema.ts'
import type { ServerParts } from '../../server-parts.ts'

const Age = (what: string) => orNull(Type.Number(), `How long ${what}, in seconds; null where there is none.`)

const System = Type.Object({
  version: Type.String({ description: 'Of the service.' }),
  at: Type.Number({ description: 'In seconds since 1970.' }),
  counted_up_to: Type.Integer({ description: 'Counting stops at this number, which then means that many or more.' }),
  engines: Type.Array(
    Type.Object({
      id: Type.String(),
      models: Type.Array(Type.Object({ kind: Type.String(), id: Type.String() })),
      waiting: Type.Integer({ description: 'Queued tasks.' }),
      oldest_age: Age('the oldest of them waits'),
      in_work: Type.Integer(),
      parked: Type.Integer({ description: 'Tasks held by a limit of their key.' }),
      concurrency: orNull(Type.Integer(), 'Concurrency in the process that answers; null if it runs no tasks.'),
      fleet_concurrency: orNull(Type.Integer(), 'Concurrency over all processes; null without such a limit.'),
      ready: orNull(Type.Boolean(), 'False while its provider is paused after failures; null if unknown.'),
      paused: orNull(
        Type.Object({ reason: Type.String(), since: Type.Number(), by: Type.String() }),
        'By an operator.',
      ),
    }),
  ),
  workers: Type.Array(
    Type.Object({
      id: Type.String(),
      beats: Type.Integer({ description: 'Heartbeat: rises every two seconds while the process lives.' }),
      gone: Type.Boolean({ description: 'Whether it is known to have ended.' }),
      tasks: Type.Integer({ description: 'Running tasks.' }),
    }),
  ),
  database: Type.Object({
    driver: Type.Enum(['sqlite', 'postgres']),
    version: Type.String(),
    migration: Type.Integer({ description: 'The newest step of the schema.' }),
    bytes: Type.Integer(),
  }),
  files: orNull(
    Type.Object({ free_bytes: Type.Integer(), total_bytes: Type.Integer() }),
    'The disk that stores the files; null if the storage does not report it.',
  ),
  webhooks: Type.Object({
    waiting: Type.Integer({ description: 'To be delivered, now or later.' }),
    oldest_age: Age('the most overdue one is due'),
  }),
  stops: Type.Integer({ description: 'Jobs still to be cancelled at their providers.' }),
})

/** How the whole service stands. */
export function systemRoutes(parts: ServerParts): TypedRoutes {
  return async (app) => {
    const schema = {
      tags: ['Administration'],
      operationId: 'getSystem',
      summary: 'System status: queues, workers, engines, database, files, webhooks',
      response: describeAnswers(System, [...KEY_ERRORS, ...SERVER_ERRORS]),
    }
    app.get('/api/ai/admin/system', { config: { auth: 'admin' }, schema }, async () =>
      show(await readSystem(parts), parts.version),
    )
  }
}

function show(report: SystemReport, version: string): Static<typeof System> {
  const age = (since: number | null): number | null => (since === null ? null : Math.max(0, report.at - since) / 1000)
  return {
    version,
    at: report.at / 1000,
    counted_up_to: COUNTED_UP_TO,
    engines: report.engines.map((engine) => ({ ...showEngine(engine), oldest_age: age(engine.waitingSince) })),
    workers: report.workers.map(({ id, beat, gone, tasks }) => ({ id, beats: beat, gone, tasks })),
    database: report.database,
    files: report.files === null ? null : { free_bytes: report.files.freeBytes, total_bytes: report.files.totalBytes },
    webhooks: { waiting: report.deliveries, oldest_age: age(report.deliveryDueAt) },
    stops: report.stops,
  }
}

function showEngine({ pause, ...engine }: EngineReport) {
  const paused = pause && { reason: pause.reason, since: pause.pausedAt / 1000, by: pause.pausedBy }
  const { engine: id, models, waiting, inWork, parked, concurrency, fleetConcurrency, ready } = engine
  const limits = { concurrency, fleet_concurrency: fleetConcurrency }
  return { id, models, waiting, in_work: inWork, parked, ...limits, ready, paused }
}
