import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Replacements } from '../../src/compose/service.ts'
import { isFinal, type Task } from '../../src/core/tasks/task.ts'
import type { Store } from '../../src/ports/store.ts'
import { IS_LONG } from '../support/long.ts'
import { manualClock, type ManualClock } from '../support/manual-clock.ts'
import { openService, type TestService } from '../support/service.ts'
import { AI_SDK_SUBJECTS } from './protocols/ai-sdk-subjects.ts'
import { SERVER_SUBJECTS } from './protocols/server-subjects.ts'
import { CLIP, type Subject } from './support/contract.ts'
import { openFake, type FakeProvider } from './support/fake-provider.ts'
import { temporaryFolder } from '../support/at-end.ts'

type Provider = { subject: Subject; engine: object; model: object }

const subjectNamed = (name: string): Subject =>
  [...AI_SDK_SUBJECTS, ...SERVER_SUBJECTS].find((each) => each.name === name)!

/** Providers whose job is made in one call, in steps by the package, in steps by us, and one that can be found again. */
const PROVIDERS: Provider[] = [
  {
    subject: subjectNamed('fal video'),
    engine: { type: 'fal', keyVariable: 'SECRET' },
    model: { model: 'some/model' },
  },
  {
    subject: subjectNamed('bytedance video'),
    engine: { type: 'bytedance', keyVariable: 'SECRET' },
    model: { model: 'x' },
  },
  {
    subject: subjectNamed('openai-compatible video'),
    engine: { type: 'openai-compatible', keyVariable: 'SECRET' },
    model: { model: 'x' },
  },
  {
    subject: subjectNamed('comfyui video'),
    engine: { type: 'comfyui', workflows: join(import.meta.dirname, 'workflows') },
    model: { model: 'everything.json', options: { reference: 'none', first_frame: 'none' } },
  },
]

type Boundary = {
  name: string
  /** Makes the first service stop for ever at this point. */
  arrange(fake: FakeProvider): Replacements
  /** True when the first service has come to that point. */
  reached(fake: FakeProvider, stuck: () => boolean): boolean
  /** Whether the job may be lost from view: then the task must say so, unless its engine finds it again. */
  unknown: boolean
}

type Freeze = { stuck: boolean; release: () => void }
let freeze: Freeze = { stuck: false, release: () => {} }

/** Stands still until the test is over, and then finds that someone else has the task. */
function standStill<T>(lost: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  freeze = { stuck: true, release: () => resolve(lost) }
  return promise
}

/** A store that never comes back from a certain write. */
const stuckStore = (matches: (change: object) => boolean, finish = false): Replacements => ({
  wrapStore: (store: Store): Store => ({
    ...store,
    queue: {
      ...store.queue,
      advance: (lease, change) => (matches(change) ? standStill(undefined) : store.queue.advance(lease, change)),
      finish: (lease, outcome) => (finish ? standStill(false) : store.queue.finish(lease, outcome)),
    },
  }),
})

const BOUNDARIES: Boundary[] = [
  {
    name: 'while the provider is asked to start',
    arrange: (fake) => (fake.onStart.push('hang'), {}),
    reached: (fake) => fake.starts === 1,
    unknown: true,
  },
  {
    name: 'after the provider answered, before the answer is on disk',
    arrange: () => stuckStore((change) => 'operation' in change),
    reached: (_fake, stuck) => stuck(),
    unknown: true,
  },
  {
    name: 'after the result is known, before it is saved',
    arrange: () => stuckStore((change) => 'step' in change && change.step === 'saving'),
    reached: (_fake, stuck) => stuck(),
    unknown: false,
  },
  {
    name: 'after the result is saved, before the task is over',
    arrange: () => stuckStore(() => false, true),
    reached: (_fake, stuck) => stuck(),
    unknown: false,
  },
]

const SPARE = { MEDIAGEN_FFMPEG: 'off', MEDIAGEN_RENDER_THREADS: '1' }
const TASK = { model: 'remote', prompt: 'a lighthouse at dusk' }

async function configFor(t: TestContext, provider: Provider, fake: FakeProvider): Promise<string> {
  const base = provider.subject.name.startsWith('openai-compatible') ? '/v1' : ''
  const path = join(await temporaryFolder(t), 'mediagen.config.json')
  const config = {
    engines: { mine: { ...provider.engine, baseURL: fake.url + base } },
    models: { remote: { kind: 'video', engine: 'mine', references: [], ratios: ['16:9'], ...provider.model } },
  }
  await writeFile(path, JSON.stringify(config))
  return path
}

/** Lets time pass in small steps, with a request in each, so that sockets, threads and decoders get their turn. */
async function until(clock: ManualClock, service: TestService, done: () => Promise<boolean> | boolean): Promise<void> {
  for (let step = 0; step < 4_000; step++) {
    if (await done()) return
    await clock.advance(25)
    await service.call('/healthz')
  }
  assert.fail('it never came to that')
}

for (const [row, provider] of PROVIDERS.entries()) {
  // In the short run every boundary at the first provider, and one at each other.
  for (const boundary of IS_LONG || row === 0 ? BOUNDARIES : BOUNDARIES.slice(row, row + 1)) {
    test(`${provider.subject.name}: a crash ${boundary.name} costs no second start`, async (t) => {
      freeze = { stuck: false, release: () => {} }
      const fake = await openFake(t, provider.subject.protocol, CLIP)
      const dataDir = await temporaryFolder(t)
      const env = { MEDIAGEN_CONFIG: await configFor(t, provider, fake), SECRET: 'a-secret-key', ...SPARE }
      const clock = manualClock()
      const replacements = { ...boundary.arrange(fake), clock }
      const first = await openService(t, { env, dataDir, replacements })
      const posted = (await (await first.call('/api/ai/videos', { json: TASK })).json()) as { id: string }
      await until(clock, first, () => boundary.reached(fake, () => freeze.stuck))

      // The first service stands still from here on, as a dead one does: its clock no longer moves, so its lease runs out.
      const { release } = freeze
      const later = manualClock(clock.now() + 60_000)
      try {
        const second = await openService(t, { env, dataDir, replacements: { clock: later } })
        await until(later, second, async () => isFinal((await taskOf(second, posted.id)).status))
        const { status, error } = await taskOf(second, posted.id)
        const lost = boundary.unknown && provider.subject.safeToRestart !== true
        assert.deepEqual([status, error?.code], lost ? ['failed', 'start_unknown'] : ['success', undefined])
        assert.equal(fake.starts, 1, 'the provider was asked to start twice')
      } finally {
        release()
        // One that never answers would keep the first from stopping: its clock no longer moves.
        await fake.close()
      }
    })
  }
}

async function taskOf(service: TestService, id: string): Promise<Task> {
  const task = await service.store.tasks.find(id)
  assert.ok(task)
  return task
}
