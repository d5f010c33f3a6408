import type { Config } from '../../config.ts'
import type { Link } from '../../ports/process-link.ts'
import { outbox, type Outbox } from '../../runtime/outbox.ts'
import { quarantinePolicy, openPolicy } from '../../workers/claim-policy.ts'
import { openParts, type Parts, type Replaceable } from '../parts.ts'
import { withTasks } from '../workers.ts'

/** What a process works on: unsuspected tasks, or those that were running when a process died. */
export type WorkOf = 'tasks' | 'suspects'

export type WorkerProcessOrders = {
  work: WorkOf
  owner: string
  publicUrl: string
  /** The address of the process that answers requests: nothing listens here. */
  port?: number
  stop: AbortSignal
  /** To the parent process, if there is one. */
  link?: Link
}

// Tasks: long enough for the next clip of somebody who experiments; then the memory is released.
const IDLE_FOR_MS: Readonly<Record<WorkOf, number>> = { tasks: 5 * 60_000, suspects: 30_000 }
const LOOK_EVERY_MS = 1_000

/** Works under the given name until it has been idle for a while, or until it is told to stop. */
export async function runWorkerProcess(
  config: Config,
  replacements: Replaceable,
  { work, owner: name, publicUrl, port = config.port, stop, link }: WorkerProcessOrders,
): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const post = outbox(link ?? { send: () => undefined })
  const parts = await openParts(
    { ...config, publicUrl },
    { ...(link && { count: (count) => post.count(count) }), ...replacements },
    { opened, listening: { host: config.host, port }, role: 'worker', migrates: false },
  )
  const { bell, clock } = parts
  if (link !== undefined) shareBell(bell, link, post)
  const suspects = work === 'suspects' ? quarantinePolicy(parts) : undefined
  const dead = new AbortController()
  const workers = withTasks(parts, {
    policy: suspects ?? openPolicy,
    owner: { name, onDeath: () => dead.abort() },
  })
  const over = AbortSignal.any([stop, dead.signal])
  workers.start()
  let busyAt = clock.elapsed()
  const idleMs = (): number => suspects?.idleMs() ?? clock.elapsed() - busyAt
  while (!over.aborted && idleMs() < IDLE_FOR_MS[work]) {
    // Repeatedly: a child that hangs is not waited for.
    post.tell('ready')
    await clock.sleep(LOOK_EVERY_MS, over)
    if (workers.inHand() > 0) busyAt = clock.elapsed()
  }
  post.tell('leaving')
  await workers.stop(stop.aborted ? config.drainMs : 0)
}

/** Two processes hear each other's bells, as if they were one. */
function shareBell(bell: Parts['bell'], link: Link, post: Outbox): void {
  bell.link?.((topic) => post.ring(topic))
  link.onLetter(({ rung }) => {
    for (const topic of rung) bell.hear?.(topic)
  })
}
