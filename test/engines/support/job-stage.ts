import type { TestContext } from 'node:test'
import type { Task } from '../../../src/core/tasks/task.ts'
import type { Log, LogFields } from '../../../src/ports/runtime.ts'
import { openHouse } from '../../reliability/house.ts'
import { hasEnded } from '../../reliability/stage.ts'
import { eventually, eventuallyOn } from '../../support/eventually.ts'
import { manualClock } from '../../support/manual-clock.ts'
import { modelOf, type Subject } from './contract.ts'
import { openJobServer, type ServerStep } from './job-server.ts'
import { atEnd, temporaryFolder } from '../../support/at-end.ts'

const RUN_MS = 20_000
// A tenth of the time between two questions after a clip.
const STEP_MS = 500

/** Where a task can be when something happens to it. */
export type JobStep = ServerStep | 'asleep'

/** The service, without HTTP, before a server that speaks a provider's protocol; processes of it come and go. */
export async function openJobStage(t: TestContext, subject: Subject) {
  const server = await openJobServer(t, subject)
  const clock = manualClock()
  const dataDir = await temporaryFolder(t)
  const warnings: { message: string; taskId: unknown }[] = []
  const quiet = (): void => undefined
  const warn = (message: string, fields: LogFields = {}): void =>
    void warnings.push({ message, taskId: fields['taskId'] })
  const log: Log = { debug: quiet, info: quiet, warn, error: warn }

  const openProcess = async () => {
    const engine = subject.engine(server.url, clock)
    const limits = { runTimeoutMs: RUN_MS, queueTimeoutMs: RUN_MS }
    const models = [{ ...modelOf(subject), ...limits, engine: engine.id }]
    const house = await openHouse({ dataDir, clock, engines: [engine], models, log })
    house.start(true)
    return {
      ...house,
      async end(): Promise<void> {
        await house.stop()
        await engine.close()
        await house.store.close()
      },
    }
  }
  let now = await openProcess()
  atEnd(t, async () => {
    server.reset()
    await now.end()
  })
  /** Lets time pass only while nobody is at work on the task: what is on a socket would seem to take minutes. */
  const follow = <T>(id: string, look: (row: Task) => T | undefined): Promise<T> =>
    eventually(async () => {
      const row = await now.row(id)
      const seen = look(row)
      if (seen === undefined) await (row.leaseToken === null ? clock.advance(STEP_MS) : clock.settle())
      return seen
    })

  return {
    server,
    clock,
    dataDir,
    warnings,
    /** Lets time pass until something is seen. */
    until: <T>(look: () => Promise<T | undefined>): Promise<T> => eventuallyOn(clock, 100, look),
    process: () => now,
    /** The next process takes the place of this one, which has stopped. */
    async replaceProcess(): Promise<void> {
      await now.end()
      now = await openProcess()
    },
    untilEnded: (id: string): Promise<Task> => follow(id, (row) => (hasEnded(row) ? row : undefined)),
    /** Brings a task as far as the step, and holds it there. */
    async reach(step: JobStep): Promise<{ id: string; release: () => void }> {
      server.reset()
      const first = step === 'starting' ? server.hold(step) : undefined
      const { id } = await now.submit(await now.key(), { kind: subject.kind, model: 'subject' })
      if (first !== undefined) {
        await follow(id, () => first.reached() || undefined)
        return { id, release: first.release }
      }
      await follow(id, ({ step: at, leaseToken }) => (at === 'running' && leaseToken === null) || undefined)
      if (step === 'asleep') return { id, release: () => undefined }
      const held = server.hold(step)
      if (step === 'saving') server.finish()
      await follow(id, () => held.reached() || undefined)
      return { id, release: held.release }
    },
  }
}

export type JobStage = Awaited<ReturnType<typeof openJobStage>>
