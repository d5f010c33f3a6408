import type { PauseDeps } from '../../../actions/running/pause-engine.ts'
import { pauseEngine, resumeEngine } from '../../../actions/running/pause-engine.ts'
import { describeAnswers, KEY_ERRORS, SERVER_ERRORS } from '../../answer/describe-answers.ts'
import { orNull, Type, type TypedRoutes } from '../../answer/schema.ts'
import { readJson } from '../../body/read-json.ts'
import { STORABLE } from '../task-schemas.ts'

const EngineParams = Type.Object({ engineId: Type.String({ description: 'An id from `GET /api/ai/admin/system`.' }) })

const PauseBody = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: STORABLE,
      description: 'Shown to operators only.',
    }),
  },
  { additionalProperties: false, examples: [{ reason: 'The provider bills twice; waiting for their response.' }] },
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

/** Pausing and resuming engines, for all processes. */
export function engineRoutes(parts: PauseDeps): TypedRoutes {
  return async (app) => {
    const common = { tags: ['Administration'], params: EngineParams }
    const config = { auth: 'admin' } as const

    const pause = {
      ...common,
      operationId: 'pauseEngine',
      summary: 'Pause an engine',
      description:
        'Takes effect in all processes within about a second and lasts until the engine is resumed, even across restarts. ' +
        'Running tasks finish; queued tasks stay queued within their queue timeout. Synchronous image requests are refused ' +
        'immediately.',
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
      summary: 'Resume an engine',
      description: 'This has no effect on an engine that is not paused.',
      response: describeAnswers(PausedEngine, ERRORS),
    }
    app.post('/api/ai/admin/engines/:engineId/resume', { config, schema: resume }, async (request) => {
      const engine = request.params.engineId
      await resumeEngine(parts, request.caller, engine)
      return { engine, paused: false, reason: null, since: null }
    })
  }
}
