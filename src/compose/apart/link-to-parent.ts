import type { Letter, Link } from '../../ports/process-link.ts'
import type { Outbox } from '../../runtime/outbox.ts'
import type { Parts } from '../parts.ts'

/** To the process that has started this one. */
export function linkToParent(): Link {
  return {
    send: (letter) => void process.send?.(letter, undefined, undefined, () => undefined),
    onLetter: (hear) => void process.on('message', (letter) => hear(letter as Letter)),
  }
}

/** Two processes hear each other's bell, as if they were one. */
export function shareBell({ bell }: Pick<Parts, 'bell'>, link: Link, post: Outbox): void {
  bell.link?.((topic) => post.ring(topic))
  link.onLetter(({ rung }) => {
    for (const topic of rung) bell.hear?.(topic)
  })
}
