import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskKind } from '../../src/core/tasks/model.ts'
import { imageCall, videoCall } from '../../src/engines/ai-sdk/call-options.ts'
import { PROVIDERS } from '../../src/engines/ai-sdk/providers.ts'
import type { ProviderRow } from '../../src/engines/ai-sdk/provider-row.ts'
import { planModel } from '../../src/engines/config/plan-model.ts'
import type { ModelConfig } from '../../src/engines/define-config.ts'
import type { EngineJob } from '../../src/ports/engine.ts'
import { AI_SDK_SUBJECTS, FURTHER_SUBJECTS, LUMA, UNSPOKEN } from './protocols/ai-sdk-subjects.ts'

const ROWS: [string, ProviderRow][] = Object.entries(PROVIDERS)

const kindsOf = (row: ProviderRow): TaskKind[] => (['image', 'video'] as const).filter((kind) => row.sizes[kind])

function planned(row: ProviderRow, kind: TaskKind, more: Partial<ModelConfig> = {}): ReturnType<typeof planModel> {
  const asked: ModelConfig = { kind, engine: 'x', model: 'x', ...more }
  const timeouts = { queueTimeoutMs: 1, runTimeoutMs: 1 }
  return planModel({ id: 'x', asked, engine: 'x', abilities: { type: 'ai-sdk', row }, timeouts })
}

test('every provider is spoken to in its own protocol for each kind that it makes, or it is written why not', () => {
  const spoken = new Set([...AI_SDK_SUBJECTS, ...FURTHER_SUBJECTS, LUMA].map(({ name }) => name))
  const wanted = ROWS.flatMap(([id, row]) => kindsOf(row).map((kind) => `${id} ${kind}`))
  for (const name of wanted) {
    const advice = 'give it a subject in protocols/ai-sdk-subjects.ts, or a reason in UNSPOKEN there'
    assert.notEqual(spoken.has(name), Object.hasOwn(UNSPOKEN, name), `${name}: ${advice}, and not both`)
  }
  for (const name of Object.keys(UNSPOKEN))
    assert.ok(wanted.includes(name), `UNSPOKEN names ${name}, which is not made`)
})

test('every resolution that a provider offers reaches its package, and a model whose resolution cannot is refused', async () => {
  for (const [id, row] of ROWS) {
    for (const kind of kindsOf(row)) {
      const { model, settings, problems } = planned(row, kind)
      assert.deepEqual(problems, [], `${id} ${kind}`)
      for (const resolution of model.sizes.form === 'ratios' ? model.sizes.resolutions : []) {
        const call = await (kind === 'image' ? imageCall : videoCall)(row, settings, jobOf(model, resolution), false)
        const lines = resolution.replace('p', '')
        assert.match(
          JSON.stringify(call),
          new RegExp(`"(?:${resolution}|\\d+x${lines})"`),
          `${id} ${kind} ${resolution}`,
        )
      }
    }
  }
  const row: ProviderRow = {
    ...PROVIDERS.xai,
    sizes: { video: { form: 'ratios', ratios: ['16:9'], resolutions: ['1440p'], defaultRatio: '16:9' } },
  }
  assert.match(planned(row, 'video').problems.join(), /xAI has no way for the resolution '1440p'/)
})

test('a picture is told its resolution where the model has an input for it', async () => {
  const more = { ratios: ['1:1'], resolutions: ['1080p'], inputs: { resolution: 'quality' } }
  const { model, settings, problems } = planned(PROVIDERS.replicate, 'image', more)
  assert.deepEqual(problems, [])
  const call = await imageCall(PROVIDERS.replicate, settings, jobOf(model, '1080p'), false)
  assert.equal(call.providerOptions['replicate']?.['quality'], '1080p')
})

function jobOf(model: EngineJob['model'], resolution: string): EngineJob {
  const parameters = { width: null, height: null, ratio: '1:1', resolution, seed: null }
  return { taskId: '1', prompt: 'a fox', model, parameters, references: [] } as unknown as EngineJob
}
