import { fork } from 'node:child_process'
import type { Config } from '../../config.ts'
import { compiledBefore } from '../../media/compiled-before.ts'
import type { Letter } from '../../ports/process-link.ts'
import { outbox } from '../../runtime/outbox.ts'
import { addCounts } from '../../telemetry/meters.ts'
import type { QuarantineProcess } from '../../workers/quarantine.ts'
import type { WorkshopProcess, WorkshopOrders } from '../../workers/workshop.ts'
import type { Parts } from '../parts.ts'
import type { Listening } from '../public-url.ts'
import type { WorkOf } from './run.ts'
import { OWN_PROGRAM } from './same-program.ts'

// The compiled program has the same files with another extension.
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('./program.ts', import.meta.url)
  : new URL('./program.js', import.meta.url)

type Parent = { config: Config; parts: Pick<Parts, 'bell' | 'meters' | 'publicUrl'>; listening: Listening }

/** Starts the process in which suspects run. */
export function forkQuarantine(parent: Parent, owner: string): QuarantineProcess {
  return forkProcess(parent, { work: 'suspects', owner })
}

/** Starts the process that runs long tasks. */
export function forkWorkshop(parent: Parent, { owner, onReady, onLeaving }: WorkshopOrders): WorkshopProcess {
  return forkProcess(parent, { work: 'tasks', owner }, (state) => (state === 'ready' ? onReady() : onLeaving()))
}

/**
 * Starts a child of this process with the same settings; it ends with us, however we end. Bells ring in both processes,
 * and the child's metrics are counted here.
 */
function forkProcess(
  { config, parts: { bell, meters, publicUrl }, listening }: Parent,
  { work, owner }: { work: WorkOf; owner: string },
  onState?: (state: NonNullable<Letter['state']>) => void,
): WorkshopProcess {
  const argv = [...OWN_PROGRAM, work, owner, publicUrl(), String(listening.port)]
  const env = { ...config.environment(), ...compiledBefore() }
  const child = fork(PROGRAM, argv, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // A child that could not be started counts as one that has ended.
    child.once('error', () => resolve())
  })
  child.on('message', (message) => {
    const { rung, counted, state } = message as Letter
    for (const topic of rung) bell.hear?.(topic)
    if (meters !== undefined) addCounts(meters, counted)
    if (state !== undefined) onState?.(state)
  })
  // A child that is gone need not hear the bell: it looks for work when it starts again.
  const post = outbox({ send: (letter) => void (child.connected && child.send(letter, () => undefined)) })
  const unlink = bell.link?.((topic) => post.ring(topic))
  void ended.then(unlink)
  return { ended, stop: () => void child.kill('SIGTERM'), kill: () => void child.kill('SIGKILL') }
}
