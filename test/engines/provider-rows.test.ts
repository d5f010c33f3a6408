import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskKind } from '../../src/core/tasks/model.ts'
import { droppedOptions } from '../../src/engines/ai-sdk/call-warnings.ts'
import { imageCall, videoCall } from '../../src/engines/ai-sdk/call-options.ts'
import { PROVIDERS } from '../../src/engines/ai-sdk/providers.ts'
import type { ProviderRow } from '../../src/engines/ai-sdk/provider-row.ts'
import { sdkAbilities } from '../../src/engines/config/abilities.ts'
import { planModel } from '../../src/engines/config/plan-model.ts'
import type { ModelConfig, TakesConfig } from '../../src/engines/define-config.ts'
import { SETTING_NAMES, type Settings } from '../../src/core/tasks/settings.ts'
import { ROLES, type PictureRole } from '../../src/core/tasks/roles.ts'
import type { EngineJob } from '../../src/ports/engine.ts'
import { AI_SDK_SUBJECTS, FURTHER_SUBJECTS, LUMA, UNSPOKEN } from './protocols/ai-sdk-subjects.ts'
import { reference } from './support/contract.ts'

const ROWS: [string, ProviderRow][] = Object.entries(PROVIDERS)

const kindsOf = (row: ProviderRow): TaskKind[] => (['image', 'video'] as const).filter((kind) => row.sizes[kind])

function planned(row: ProviderRow, kind: TaskKind, more: Partial<ModelConfig> = {}): ReturnType<typeof planModel> {
  const asked: ModelConfig = { kind, engine: 'x', model: 'x', ...more }
  const timeouts = { queueTimeoutMs: 1, runTimeoutMs: 1 }
  return planModel({ id: 'x', asked, engine: 'x', abilities: sdkAbilities(asked, row), timeouts })
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
  assert.match(planned(row, 'video').problems.join(), /xAI has no parameter for the resolution '1440p'/)
})

test('a picture is told its resolution where the model has an input for it', async () => {
  const more = { ratios: ['1:1'], resolutions: ['1080p'], inputs: { resolution: 'quality' } }
  const { model, settings, problems } = planned(PROVIDERS.replicate, 'image', more)
  assert.deepEqual(problems, [])
  const call = await imageCall(PROVIDERS.replicate, settings, jobOf(model, '1080p'), false)
  assert.equal(call.providerOptions['replicate']?.['quality'], '1080p')
})

/** Where a call carries a picture of this role. */
function carries(call: Awaited<ReturnType<typeof imageCall | typeof videoCall>>, role: PictureRole): boolean {
  if ('files' in call) return role === 'mask' ? call.mask !== undefined : call.files?.length === 2
  if (!('inputReferences' in call)) return false
  if (role === 'video') return call.inputReferences?.length === 1 || /"videoUrl":"data:/.test(JSON.stringify(call))
  if (role === 'reference') return call.inputReferences?.length === 1
  const byName = call.frameImages?.some(({ frameType }) => frameType === role) === true
  return byName || (role === 'first_frame' && call.image !== undefined)
}

test('each role reaches the package that has a way for it, and is a mistake in the config of any other', async () => {
  for (const [id, row] of ROWS) {
    for (const kind of kindsOf(row)) {
      for (const role of ROLES) {
        const { model, settings, problems } = planned(row, kind, { takes: { roles: [role] } })
        if (problems.length > 0) {
          const reason = new RegExp(
            `has no parameter for the role '${role}'|takes.roles requires images|frames or references`,
          )
          assert.match(problems.join(), reason, `${id} ${kind}`)
          continue
        }
        const references = kind === 'image' ? [reference('reference'), reference(role)] : [reference(role)]
        const job = { ...jobOf(model, null), references }
        const call = await (kind === 'image' ? imageCall : videoCall)(row, settings, job, false)
        assert.ok(carries(call, role), `${id} ${kind} drops a ${role}`)
      }
    }
  }
})

test('a mask is on the wire of every provider that takes one, in the form that it reads', async () => {
  const settings = { apiKey: 'k', apiToken: 'k', resourceName: 'r', region: 'us-east-1' }
  const masked = ROWS.filter(([, row]) => row.mask !== undefined)
  assert.ok(masked.length >= 8)
  for (const [id, row] of masked) {
    const plan = planned(row, 'image', { takes: { roles: ['mask'] } })
    const job = { ...jobOf(plan.model, null), references: [reference('reference'), reference('mask')] }
    const sent: string[] = []
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      sent.push(await new Response(init?.body).text())
      throw new Error('that is all')
    }
    const own = id === 'openai-compatible-images' ? { baseURL: 'http://127.0.0.1:9' } : settings
    const provider = await row.load({ ...own, fetch })
    const call = await imageCall(row, plan.settings, job, false)
    await assert.rejects(async () => provider.imageModel?.('m').doGenerate(call))
    const words = `a mask by ${row.mask?.form}`
    const isThere =
      sent[0]?.includes(words) === true || sent[0]?.includes(Buffer.from(words).toString('base64')) === true
    assert.ok(isThere, `${id}: ${sent[0]?.slice(0, 300)}`)
  }
  const { problems } = planned(PROVIDERS.replicate, 'image', {
    model: 'black-forest-labs/flux-2-pro',
    takes: { roles: ['mask'] },
  })
  assert.match(problems.join(), /Replicate has no parameter for the role 'mask'/)
})

/** A value of each that is found again on a wire: no package has it by itself. */
const SAMPLES = {
  seconds: 7,
  audio: true,
  negative_prompt: 'no-hats-at-all',
  quality: 'high',
  background: 'opaque',
  output_format: 'png',
  strength: 0.37,
  style: 'brand',
  options: { unheard_of: 'option-of-nobody' },
} as const satisfies Required<Settings>

const TAKES: Required<Omit<TakesConfig, 'roles'>> = {
  seconds: [7],
  audio: true,
  negative_prompt: true,
  quality: ['high'],
  background: ['opaque'],
  output_format: ['png'],
  strength: true,
  style: { brand: { lora_of_brand: 'brand-lora' } },
  options: { unheard_of: { type: 'string' } },
}

// Their packages hand on the options that they know and no others; docs/models.md says so.
const STRICT = [
  'google image',
  'google-vertex image',
  'xai image',
  'alibaba video',
  'black-forest-labs image',
  'black-forest-labs video',
  'openai image',
  'azure image',
  'prodia image',
  'prodia video',
  'amazon-bedrock image',
]

/** Everything that a package sends with a call, until it is answered. */
async function wireOf(
  id: string,
  row: ProviderRow,
  kind: TaskKind,
  job: EngineJob,
  plan: ReturnType<typeof planModel>,
) {
  const sent: string[] = []
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    sent.push(await new Response(init?.body).text())
    throw new Error('that is all')
  }
  const settings = { apiKey: 'k', apiToken: 'k', resourceName: 'r', region: 'us-east-1', project: 'p', location: 'l' }
  const own = id === 'openai-compatible-images' ? { baseURL: 'http://127.0.0.1:9' } : settings
  const provider = await row.load({ ...own, fetch })
  if (kind === 'image') {
    const call = await imageCall(row, plan.settings, job, false)
    await assert.rejects(async () => provider.imageModel?.('m').doGenerate(call))
  } else {
    const model = provider.videoModel?.('m')
    const call = await videoCall(row, plan.settings, job, false)
    await assert.rejects(async () => model?.doStart?.(call) ?? model?.doGenerate?.(call))
  }
  return sent.join()
}

test('each parameter is on the wire of every provider that has a way for it, and is a mistake in the config of any other', async () => {
  const told = new Map<string, string[]>()
  for (const [id, row] of ROWS) {
    for (const kind of kindsOf(row)) {
      for (const name of SETTING_NAMES) {
        const plan = planned(row, kind, { takes: { [name]: TAKES[name] } })
        if (plan.problems.length > 0) {
          assert.match(plan.problems.join(), new RegExp(`has no parameter for ${name}`), `${id} ${kind}`)
          continue
        }
        const value = SAMPLES[name]
        const parameters = {
          width: null,
          height: null,
          ratio: '1:1',
          resolution: null,
          seed: null,
          settings: { [name]: value },
        }
        // How far to go from a picture means nothing without one.
        const references = name === 'strength' && row.inputImages > 0 ? [reference('reference')] : []
        const job = { ...jobOf(plan.model, null), parameters, references } as EngineJob
        const wire = await wireOf(id, row, kind, job, plan)
        const found =
          { options: 'option-of-nobody', style: 'brand-lora' }[name as string] ??
          JSON.stringify(value).replaceAll('"', '')
        const isDropped = (name === 'options' || name === 'style') && STRICT.includes(`${id} ${kind}`)
        assert.equal(wire.includes(found), !isDropped, `${id} ${kind} ${name}: ${wire.slice(0, 400)}`)
        // Where a package leaves out what it does not know, the receipt says so.
        const warned = await droppedOptions(row, { job, settings: plan.settings }, [wire])
        assert.deepEqual([warned.length > 0, warned.join().includes(row.name)], [isDropped, isDropped], warned.join())
        told.set(name, [...(told.get(name) ?? []), `${id} ${kind}`])
      }
    }
  }
  assert.deepEqual([...told.keys()].toSorted(), [...SETTING_NAMES].toSorted())
})

test('a tier of sizes is told to packages that have a way for it, and is a mistake in the config of others', async () => {
  const more = { ratios: ['1:1'], resolutions: ['1k', '2k'] }
  const told = { google: { imageConfig: { imageSize: '2K' } }, xai: { resolution: '2k' } } as const
  for (const id of ['google', 'xai'] as const) {
    const { model, settings, problems } = planned(PROVIDERS[id], 'image', more)
    assert.deepEqual(problems, [])
    const call = await imageCall(PROVIDERS[id], settings, jobOf(model, '2k'), false)
    assert.partialDeepStrictEqual(call.providerOptions[id], told[id])
  }
  assert.match(planned(PROVIDERS.fal, 'image', more).problems.join(), /fal has no parameter for the resolution '1k'/)
})

function jobOf(model: EngineJob['model'], resolution: string | null): EngineJob {
  const parameters = { width: null, height: null, ratio: '1:1', resolution, seed: null }
  return { taskId: '1', prompt: 'a fox', model, parameters, references: [] } as unknown as EngineJob
}
