import type { Config } from '../../config.ts'
import type { Link } from '../../ports/process-link.ts'
import { outbox } from '../../runtime/outbox.ts'
import { trustedCompany } from '../../workers/company.ts'
import { openParts } from '../parts.ts'
import { withTasks } from '../workers.ts'
import { shareBell } from './link-to-parent.ts'

// Long enough for the next clip of somebody who tries things; what it holds in memory is then given back.
const EMPTY_FOR_MS = 5 * 60_000
const LOOK_EVERY_MS = 1_000

type WorkshopOrders = { owner: string; publicUrl: string; port: number; stop: AbortSignal; link: Link }

/** Works on tasks under the given name until none has come for a while, or until it is told to stop. */
export async function runWorkshop(config: Config, orders: WorkshopOrders): Promise<void> {
  const { owner: name, publicUrl, port, stop, link } = orders
  await using opened = new AsyncDisposableStack()
  const post = outbox(link)
  // Nothing listens here: the address is that of the process that answers, which nothing is fetched from.
  const listening = { host: config.host, port }
  const parts = await openParts(
    { ...config, publicUrl },
    { count: (count) => post.count(count) },
    { opened, listening, role: 'worker', migrates: false },
  )
  shareBell(parts, link, post)
  const dead = new AbortController()
  const workers = withTasks(parts, { company: trustedCompany, owner: { name, onDeath: () => dead.abort() } })
  const over = AbortSignal.any([stop, dead.signal])
  workers.start()
  let busyAt = parts.clock.elapsed()
  while (!over.aborted && parts.clock.elapsed() - busyAt < EMPTY_FOR_MS) {
    // Again and again: one that stands still is not waited for.
    post.tell('ready')
    await parts.clock.sleep(LOOK_EVERY_MS, over)
    if (workers.inHand() > 0) busyAt = parts.clock.elapsed()
  }
  post.tell('leaving')
  await workers.stop(stop.aborted ? config.drainMs : 0)
}
