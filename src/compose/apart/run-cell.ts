import type { Config } from '../../config.ts'
import type { Link } from '../../ports/process-link.ts'
import { outbox } from '../../runtime/outbox.ts'
import { suspectCompany } from '../../workers/company.ts'
import { openParts, type Replaceable } from '../parts.ts'
import { withTasks } from '../workers.ts'
import { shareBell } from './link-to-parent.ts'

const EMPTY_FOR_MS = 30_000
const LOOK_EVERY_MS = 1_000

/** `link` goes to the process that has started the cell, where there is one. */
type CellOrders = { owner: string; publicUrl: string; stop: AbortSignal; link?: Link }

/** Runs suspects under the given name until none has come for a while, or until it is told to stop. */
export async function runCell(config: Config, replacements: Replaceable, cell: CellOrders): Promise<void> {
  await using opened = new AsyncDisposableStack()
  // Nothing listens here; what is announced carries the address that the whole service has.
  const listening = { host: config.host, port: config.port }
  const { link } = cell
  const post = link && outbox(link)
  const parts = await openParts(
    { ...config, publicUrl: cell.publicUrl },
    { ...(post && { count: (count) => post.count(count) }), ...replacements },
    { opened, listening, role: 'worker', migrates: false },
  )
  if (post) shareBell(parts, link, post)
  const company = suspectCompany(parts)
  const dead = new AbortController()
  const owner = { name: cell.owner, onDeath: () => dead.abort() }
  const workers = withTasks(parts, { company, owner })
  const over = AbortSignal.any([cell.stop, dead.signal])
  workers.start()
  while (!over.aborted && company.idleMs() < EMPTY_FOR_MS) await parts.clock.sleep(LOOK_EVERY_MS, over)
  await workers.stop(cell.stop.aborted ? config.drainMs : 0)
}
