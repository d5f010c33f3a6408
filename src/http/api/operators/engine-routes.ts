import { pauseEngine, resumeEngine } from '../../../actions/running/pause-engine.ts'
import { describeAnswers, KEY_ERRORS, SERVER_ERRORS } from '../../answer/describe-answers.ts'
import { orNull, Type, type TypedRoutes } from '../../answer/schema.ts'
import { readJson } from '../../body/read-json.ts'
import type { ServerParts } from '../../server-parts.ts'
import { STORABLE } from '../task-schemas.ts'

const EngineParams = Type.Object({ engineId: Type.String({ description: 'As `GET /api/ai/admin/system` names it.' }) })

const PauseBody = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: STORABLE,
      description: 'For other operators; callers are not told.',
    }),
  },
  { additionalProperties: false, examples: [{ reason: 'The provider bills twice: wait for their answer.' }] },
)

const PausedEngine = Type.Object({
  engine: Type.String(),
  paused: Type.Boolean(),
  reason: orNull(Type.String()),
  since: orNull(Type.Number(), 'In seconds since 1970.'),
})

const ERRORS = [
  'engine_not_found',
  'invalid_parameter',
  'unsupported_media_type',
  ...KEY_ERRORS,
  ...SERVER_ERRORS,
] as const

/** Stopping and starting what an engine begins, for all processes. */
export function engineRoutes(parts: ServerParts): TypedRoutes {
  return async (app) => {
    const common = { tags: ['Administration'], params: EngineParams }
    const config = { auth: 'admin' } as const

    const pause = {
      ...common,
      operationId: 'pauseEngine',
      summary: 'Let nothing new begin on an engine',
      description:
        'Over all processes within about a second, and until it is resumed, whoever restarts. What has begun goes on; what ' +
        'waits waits on, as long as its time in line allows. Images that somebody waits for are refused at once.',
      body: PauseBody,
      response: describeAnswers(PausedEngine, ['invalid_json', 'missing_parameter', 'payload_too_large', ...ERRORS]),
    }
    app.post('/api/ai/admin/engines/:engineId/pause', { config, schema: pause }, async (request) => {
      const { reason } = await readJson(request, PauseBody)
      const { engine, pausedAt } = await pauseEngine(parts, request.caller, { engine: request.params.engineId, reason })
      return { engine, paused: true, reason, since: pausedAt / 1000 }
    })

    const resume = {
      ...common,
      operationId: 'resumeEngine',
      summary: 'Let an engine begin again',
      description: 'One that is not paused is left as it is.',
      response: describeAnswers(PausedEngine, ERRORS),
    }
    app.post('/api/ai/admin/engines/:engineId/resume', { config, schema: resume }, async (request) => {
      const engine = request.params.engineId
      await resumeEngine(parts, request.caller, engine)
      return { engine, paused: false, reason: null, since: null }
    })
  }
}
