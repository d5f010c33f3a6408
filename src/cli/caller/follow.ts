import type { Mediagen, TaskHandle } from '@mediagen/client'
import { InterruptedByUser } from '../exit-codes.ts'
import { watchInterrupts } from '../process-ends.ts'
import { openProgressLine } from '../terminal/progress-line.ts'
import type { Screen } from '../terminal/screen.ts'
import type { AskAgain } from './ask-again.ts'
import { explainFailure } from './explain-failure.ts'
import { type Followed, followTasks } from './follow-tasks.ts'

export type Following = {
  ask: () => Promise<TaskHandle[]>
  /** This command requested the tasks: the first Ctrl-C cancels them, because every second may cost money. */
  isOurs: boolean
  askAgain?: AskAgain | undefined
}

/**
 * Sends the request, waits and shows the progress. A Ctrl-C between the request and its answer takes effect once the id
 * is known.
 */
export async function follow(
  screen: Screen,
  client: Mediagen,
  { ask, isOurs, askAgain }: Following,
): Promise<{ handles: TaskHandle[]; ended: Followed[] }> {
  const line = openProgressLine({
    isLive: screen.isLive,
    write: (text) => void process.stderr.write(text),
    columns: () => process.stderr.columns || 80,
    elapsedMs: () => performance.now(),
  })
  let handles: TaskHandle[] = []
  const interrupts = watchInterrupts({
    onFirst: () => {
      line.clear()
      if (isOurs) screen.note('Cancelling the request. Press Ctrl-C again to exit and let it continue.')
    },
    onSecond: () => screen.note(`Still running${handles.map(({ id }) => `: mediagen task ${id}`).join('')}`),
  })
  try {
    line.show('sending the request')
    handles = await ask()
    return { handles, ended: await followTasks(client, handles, { signal: interrupts.signal, line, askAgain }) }
  } catch (error) {
    if (error instanceof InterruptedByUser && isOurs) await cancelAll(screen, client, handles)
    throw error
  } finally {
    line.clear()
    interrupts.letGo()
  }
}

async function cancelAll(screen: Screen, client: Mediagen, handles: readonly TaskHandle[]): Promise<void> {
  for (const { id } of handles) {
    try {
      await client.tasks.cancel(id)
      screen.note(`Cancelled: ${id}`)
    } catch (error) {
      const words = explainFailure(error)?.message ?? String(error)
      screen.note(
        `${words} To save the results of task ${id} with a key that has the tasks:read scope, run: mediagen download ${id}`,
      )
    }
  }
}
