import type { SystemDeps } from '../../../actions/reading/read-system.ts'
import {
  COUNTED_UP_TO,
  readSystem,
  type EngineReport,
  type SystemReport,
} from '../../../actions/reading/read-system.ts'
import { readScale } from '../../../actions/reading/read-scale.ts'
import { AppError } from '../../../core/errors.ts'
import { describeAnswers, KEY_ERRORS, SERVER_ERRORS } from '../../answer/describe-answers.ts'
import { orNull, Type, type Static, type TypedRoutes } from '../../answer/schema.ts'

const Age = (what: string) => orNull(Type.Number(), `How long ${what}, in seconds; null if there is none.`)

const Paused = orNull(
  Type.Object({ reason: Type.String(), since: Type.Number(), by: Type.String() }),
  'Who paused it, when and why; null if it is not paused.',
)

const System = Type.Object({
  version: Type.String({ description: 'The version of the service.' }),
  at: Type.Number({ description: 'In seconds since 1970.' }),
  counted_up_to: Type.Integer({ description: 'Counting stops at this number, which then means at least that many.' }),
  engines: Type.Array(
    Type.Object({
      id: Type.String(),
      models: Type.Array(Type.Object({ kind: Type.String(), id: Type.String() })),
      waiting: Type.Integer({ description: 'Queued tasks.' }),
      oldest_age: Age('the oldest of them has waited'),
      in_work: Type.Integer(),
      parked: Type.Integer({ description: 'Tasks held by a limit of their key.' }),
      concurrency: orNull(
        Type.Integer(),
        'Concurrency in the process that serves this request; null if it runs no tasks.',
      ),
      fleet_concurrency: orNull(Type.Integer(), 'Concurrency across all processes; null without such a limit.'),
      ready: orNull(Type.Boolean(), 'False while its provider is paused after failures; null if unknown.'),
      paused: Paused,
      servers: Type.Array(
        Type.Object({
          id: Type.String({
            description: 'The id of the server, with which you can pause and resume it like an engine.',
          }),
          in_work: Type.Integer(),
          ready: Type.Boolean({ description: 'False while it is paused after failures.' }),
          paused: Paused,
        }),
        { description: 'The servers of the engine if the config file names several; otherwise empty.' },
      ),
    }),
  ),
  workers: Type.Array(
    Type.Object({
      id: Type.String(),
      beats: Type.Integer({
        description: 'The heartbeat, a number that increases every two seconds while the process is alive.',
      }),
      gone: Type.Boolean({ description: 'Whether the process is known to have ended.' }),
      tasks: Type.Integer({ description: 'Running tasks.' }),
    }),
  ),
  database: Type.Object({
    driver: Type.Enum(['sqlite', 'postgres']),
    version: Type.String(),
    migration: Type.Integer({ description: 'The latest schema migration.' }),
    bytes: Type.Integer(),
  }),
  files: orNull(
    Type.Object({ free_bytes: Type.Integer(), total_bytes: Type.Integer() }),
    'The disk that stores the files; null if the storage does not report it.',
  ),
  webhooks: Type.Object({
    waiting: Type.Integer({ description: 'Webhooks still to be delivered.' }),
    oldest_age: Age('the most overdue one has been due'),
  }),
  stops: Type.Integer({ description: 'Jobs still to be cancelled at their providers.' }),
})

const Scale = {
  present: Type.Integer({ description: 'Running workers that accept work.' }),
  wanted: Type.Integer({ description: 'Workers that the queued and running tasks would keep busy; 0 without tasks.' }),
  reason: Type.String(),
}

const ScaleAnswer = Type.Object({
  at: Type.Number({ description: 'In seconds since 1970.' }),
  engines: Type.Array(Type.Object({ id: Type.String(), waiting: Type.Integer(), in_work: Type.Integer(), ...Scale }), {
    description: 'Engines with several servers of your own.',
  }),
  workers: Type.Object(Scale),
})

const ScaleQuery = Type.Object(
  { engine: Type.Optional(Type.String({ description: 'Only queues of this engine.' })) },
  { additionalProperties: false },
)

/** The state of the whole service. */
export function systemRoutes(parts: SystemDeps & { version: string }): TypedRoutes {
  return async (app) => {
    const schema = {
      tags: ['Administration'],
      operationId: 'getSystem',
      summary: 'Get the system status: queues, workers, engines, database, files, webhooks',
      response: describeAnswers(System, [...KEY_ERRORS, ...SERVER_ERRORS]),
    }
    app.get('/api/ai/admin/system', { config: { auth: 'admin' }, schema }, async () =>
      show(await readSystem(parts), parts.version),
    )

    const scale = {
      tags: ['Administration'],
      operationId: 'getScale',
      summary:
        'Get the number of model servers and workers, and how many the current work would keep busy, for autoscalers',
      querystring: ScaleQuery,
      response: describeAnswers(ScaleAnswer, [
        'engine_not_found',
        'invalid_parameter',
        ...KEY_ERRORS,
        ...SERVER_ERRORS,
      ]),
    }
    app.get('/api/ai/admin/scale', { config: { auth: 'admin' }, schema: scale }, async (request) => {
      const { at, engines, workers } = await readScale(parts)
      const { engine } = request.query
      const asked = engines.filter(({ id }) => engine === undefined || id === engine)
      if (asked.length === 0 && engine !== undefined) {
        const known = engines.map(({ id }) => id).join(', ') || 'none'
        throw new AppError(
          'engine_not_found',
          `There is no engine '${engine.slice(0, 80)}' with several servers. Known: ${known}.`,
        )
      }
      const told = asked.map(({ inWork, ...each }) => ({ ...each, in_work: inWork }))
      return { at: at / 1000, engines: told, workers }
    })
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

const showPause = (pause: EngineReport['pause']) =>
  pause && { reason: pause.reason, since: pause.pausedAt / 1000, by: pause.pausedBy }

function showEngine({ pause, servers, ...engine }: EngineReport) {
  const { engine: id, models, waiting, inWork, parked, concurrency, fleetConcurrency, ready } = engine
  const limits = { concurrency, fleet_concurrency: fleetConcurrency }
  return {
    id,
    models,
    waiting,
    in_work: inWork,
    parked,
    ...limits,
    ready,
    paused: showPause(pause),
    servers: servers.map((server) => ({
      id: server.id,
      in_work: server.inWork,
      ready: server.ready,
      paused: showPause(server.pause),
    })),
  }
}
