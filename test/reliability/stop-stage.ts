import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { resilientEngine } from '../../src/engines/resilient.ts'
import type { Engine } from '../../src/ports/engine.ts'
import type { GuardedFetch, Log, LogFields } from '../../src/ports/runtime.ts'
import type { Store } from '../../src/ports/store.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { manualClock, type ManualClock } from '../support/manual-clock.ts'
import { aModel, openHouse, PICTURE } from './house.ts'
import { jobProvider, type JobProvider, type ProviderKind } from './job-provider.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'

const RUN_MS = 60_000
const QUEUE_MS = 40_000
export const DAY_MS = 24 * 3_600_000

/** Every kind of engine, as far as it matters for what is left behind. */
export const KINDS: readonly ProviderKind[] = [
  { id: 'a result at once', answersWithResult: true },
  { id: 'an operation, unsafe to restart' },
  { id: 'an operation, safe to restart', safeToRestart: true },
  { id: 'a fallback' },
]

export const STEPS = ['preparing', 'starting', 'asleep', 'asking', 'saving'] as const
export type Step = (typeof STEPS)[number]

export const hasStep = (kind: ProviderKind, step: Step): boolean =>
  kind.answersWithResult !== true || (step !== 'asleep' && step !== 'asking')

type Line = { level: string; message: string; fields: LogFields }

type Before = { clock: ManualClock; dataDir: string; provider: JobProvider; openStore: () => Promise<Store> }

/** A house before a provider that knows which of its jobs run; `before` is what the process before it left. */
export async function openBefore(t: TestContext, kind: ProviderKind, before: Partial<Before> = {}) {
  const clock = before.clock ?? manualClock()
  const dataDir = before.dataDir ?? (await temporaryFolder(t))
  const provider = before.provider ?? jobProvider(kind)
  const fetching = { hold: false, reached: false, release: () => undefined as void }
  const lines: Line[] = []
  const put =
    (level: string) =>
    (message: string, fields: LogFields = {}) =>
      void lines.push({ level, message, fields })
  const log: Log = { debug: put('debug'), info: put('info'), warn: put('warn'), error: put('error') }
  const limits = { runTimeoutMs: RUN_MS, queueTimeoutMs: QUEUE_MS }
  const models = [aModel('lane', { ...limits, fallbacks: ['other'] }), aModel(provider.id, { id: 'other', ...limits })]
  const lane: Engine = kind.id === 'a fallback' ? behindAnother(provider, models) : { ...provider, id: 'lane' }
  const engines = [lane, { ...provider, id: provider.id }]
  const { openStore } = before
  const where = openStore === undefined ? {} : { openStore }
  const house = await openHouse({ dataDir, clock, engines, models, log, fetch: heldFetch(fetching), ...where })
  atEnd(t, async () => {
    await house.stop()
    await house.store.close()
  })
  const key = await house.key()
  return { ...house, ...where, clock, dataDir, provider, fetching, lines, key, house }
}

export type Opened = Awaited<ReturnType<typeof openBefore>>

/** A first engine that takes nothing, so that every job goes to the provider by way of it. */
function behindAnother(provider: JobProvider, models: ReturnType<typeof aModel>[]): Engine {
  const refuse = async () =>
    ({ kind: 'failed', code: 'provider_error', message: 'no', final: true, notStarted: true }) as const
  const first: Engine = { ...provider, id: 'lane', start: refuse }
  const modelOf = (_kind: string, id: string) => models.find((model) => model.id === id)
  return resilientEngine(first, { fallbacksAreSafe: false, modelOf, engineOf: () => provider })
}

function heldFetch(fetching: { hold: boolean; reached: boolean; release: () => void }): GuardedFetch {
  async function* picture(): AsyncGenerator<Uint8Array> {
    yield PICTURE
  }
  return {
    mayTry: () => true,
    async request({ signal }) {
      if (fetching.hold) {
        fetching.reached = true
        const cut = await new Promise<boolean>((resolve) => {
          fetching.release = () => resolve(false)
          signal?.addEventListener('abort', () => resolve(true), { once: true })
        })
        if (cut) return { ok: false, detail: 'cut off' }
      }
      return { ok: true, status: 200, headers: {}, body: picture(), discard: () => undefined }
    },
  }
}

/** Brings a task as far as the step, and holds it there. */
export async function reach(opened: Opened, step: Step) {
  const { provider, fetching, clock, house, key } = opened
  if (step === 'preparing') fetching.hold = true
  const held = step === 'preparing' || step === 'asleep' ? undefined : provider.hold(step)
  const task = await house.submit(key, { references: [{ from: 'url', url: 'http://127.0.0.1/a.png' }] })
  house.start(true)
  await eventuallyOn(clock, 50, async () => {
    if (step === 'preparing') return fetching.reached || undefined
    if (step === 'asleep') return (await house.row(task.id)).step === 'running' || undefined
    return held?.reached() || undefined
  })
  const release = (): void => {
    fetching.hold = false
    fetching.release()
    held?.release()
  }
  return { id: task.id, release }
}

/** Nothing is left to be stopped, and nothing runs at the provider, within a second of what was done. */
export async function allIsStill({ clock, provider, store }: Opened, soonMs = 1_000): Promise<void> {
  const from = clock.now()
  await eventuallyOn(clock, 50, async () => (provider.running.size === 0 ? true : undefined), 200)
  assert.ok(clock.now() - from <= soonMs, `it took ${clock.now() - from} ms`)
  await clock.advance(2_000)
  // A database that takes its time may not have been asked for what is due yet. Looked at like this, it stays due.
  const due = () => store.stops.take({ now: clock.now(), until: clock.now(), limit: 9 })
  await eventuallyOn(clock, 50, async () => ((await due()).length === 0 ? true : undefined), 200)
  // A note is removed a moment after its job has ended. Claimed for so long, one that was left is not acted on meanwhile.
  const far = clock.now() + DAY_MS
  const left = () => store.stops.take({ now: far, until: far, limit: 9 })
  await eventuallyOn(clock, 50, async () => ((await left()).length === 0 ? true : undefined), 200)
}
