import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Limits } from '../../src/core/money/limits.ts'
import { AI_SDK_SUBJECTS } from '../engines/protocols/ai-sdk-subjects.ts'
import { openFake, type FakeProvider } from '../engines/support/fake-provider.ts'
import { PICTURE } from '../engines/support/contract.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { openService, type OpenOptions, type TestService } from '../support/service.ts'

export const USD = 1_000_000

/** A model at 4 cents a picture, of a provider that counts what it is asked to start. */
export const PRICED = { model: 'priced', prompt: 'a red boat' }
export const PRICE_MICROS = 0.04 * USD

/** The settings with which a process knows that model. */
export async function pricedModel(t: TestContext): Promise<{ env: Record<string, string>; provider: FakeProvider }> {
  const protocol = AI_SDK_SUBJECTS.find(({ name }) => name === 'openai image')?.protocol
  if (protocol === undefined) throw new Error('the protocol of the provider is gone')
  const provider = await openFake(t, protocol, PICTURE)
  const path = join(await temporaryFolder(t), 'mediagen.config.json')
  const priced = { kind: 'image', engine: 'mine', model: 'gpt-image-1', price: { perImage: PRICE_MICROS / USD } }
  const engines = { mine: { type: 'openai', keyVariable: 'MY_KEY', baseURL: `${provider.url}/v1`, concurrency: 64 } }
  const unpriced = { kind: 'image', engine: 'mine', model: 'gpt-image-1' }
  await writeFile(path, JSON.stringify({ engines, models: { priced, unpriced } }))
  const env = { MEDIAGEN_CONFIG: path, MY_KEY: 'a-secret-key', MEDIAGEN_FFMPEG: 'off', MEDIAGEN_RENDER_THREADS: '1' }
  return { env, provider }
}

export type Limited = { service: TestService; provider: FakeProvider }

/** The whole service with that model; its key has these limits. */
export async function openLimited(
  t: TestContext,
  key: { limits?: Partial<Limits>; userLimits?: Partial<Limits> },
  options: OpenOptions = {},
): Promise<Limited> {
  const { env, provider } = await pricedModel(t)
  const service = await openService(t, {
    ...options,
    env: { ...env, ...options.env },
    key: { name: 'limited', ...key },
  })
  return { service, provider }
}

type Refused = { error: { code: string; message: string; param: string | null } }

/** The code of a refusal. */
export async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as Refused).error.code
}
