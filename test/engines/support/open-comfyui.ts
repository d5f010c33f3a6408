import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { comfyUiEngine } from '../../../src/engines/comfyui/engine.ts'
import type { Engine, EngineJob, EngineState } from '../../../src/ports/engine.ts'
import { manualClock, type ManualClock } from '../../support/manual-clock.ts'
import { jobOf, modelOf, quiet } from './contract.ts'
import { openFakeComfyUi, type FakeComfyUi } from './fake-comfyui.ts'
import { atEnd, temporaryFolder } from '../../support/at-end.ts'

export const TWO_SAMPLERS = {
  1: { class_type: 'KSampler', inputs: { steps: 10, text: '{{prompt}}' } },
  2: { class_type: 'KSampler', inputs: { steps: '{{steps}}', seed: '{{seed}}' } },
  9: { class_type: 'SaveImage', inputs: {} },
}

export type OpenComfyUi = {
  fake: FakeComfyUi
  engine: Engine
  another: () => Engine
  clock: ManualClock
  job: EngineJob
}

/** A ComfyUI with one workflow, and engines that know nothing but what is stored. */
export async function openComfyUi(
  t: TestContext,
  kind: 'image' | 'video' = 'image',
  graph: object = TWO_SAMPLERS,
  more: { keepMetadata?: boolean; listenMs?: number } = {},
): Promise<OpenComfyUi> {
  const fake = await openFakeComfyUi(t)
  const workflows = await temporaryFolder(t)
  await writeFile(join(workflows, 'w.json'), JSON.stringify(graph))
  const clock = manualClock()
  const another = (): Engine => {
    const engine = comfyUiEngine({
      id: 'comfyui',
      baseURL: fake.url,
      workflows,
      key: undefined,
      concurrency: 8,
      clock,
      log: quiet,
      modelSettings: () => ({ options: { steps: 10 }, inputs: {} }),
      // Nobody advances the clock while a question waits.
      listenMs: 0,
      ...more,
    })
    atEnd(t, () => engine.close())
    return engine
  }
  return { fake, engine: another(), another, clock, job: jobOf(modelOf({ kind, engineModel: 'w.json' })) }
}

/** A job that is on its way. */
export function runs(state: EngineState): Extract<EngineState, { kind: 'running' }> {
  assert.ok(state.kind === 'running', JSON.stringify(state))
  return state
}
