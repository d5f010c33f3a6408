import type { ChildProcess } from 'node:child_process'
import type { Letter } from '../../ports/process-link.ts'
import { outbox } from '../../runtime/outbox.ts'
import { addCounts } from '../../telemetry/add-counts.ts'
import type { Parts } from '../parts.ts'

export type HeardBy = Pick<Parts, 'bell' | 'meters'>
type Heard = { child: ChildProcess; ended: Promise<void> }

/** A process that we have started hears our bell and we hear its; what it counts is counted here. */
export function hearChild({ child, ended }: Heard, { bell, meters }: HeardBy, onState?: (state: State) => void): void {
  child.on('message', (message) => {
    const { rung, counted, state } = message as Letter
    for (const topic of rung) bell.hear?.(topic)
    if (meters !== undefined) addCounts(meters, counted)
    if (state !== undefined) onState?.(state)
  })
  // One that is gone hears nothing, and need not: it looks for itself when it comes again.
  const post = outbox({ send: (letter) => void (child.connected && child.send(letter, () => undefined)) })
  const unlink = bell.link?.((topic) => post.ring(topic))
  void ended.then(unlink)
}

type State = NonNullable<Letter['state']>
