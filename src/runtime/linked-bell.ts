import type { Bell } from '../ports/runtime.ts'

/** A bell that is heard at the other end of a link too. */
export type LinkedBell = Bell & {
  /** From now on whatever rings here is handed on, until the link is cut. */
  link(ringThere: (topic: string) => void): () => void
  /** What rang at the other end, and is not handed back. */
  hear(topic: string): void
}

// Rings of places that came free concern the process alone that has them.
const OWN = 'freed:'

export function linkedBell(bell: Bell): LinkedBell {
  const links = new Set<(topic: string) => void>()
  return {
    ring(topic) {
      bell.ring(topic)
      if (links.size > 0 && !topic.startsWith(OWN)) for (const ringThere of links) ringThere(topic)
    },
    hear: (topic) => bell.ring(topic),
    wait: (topic, ms, signal) => bell.wait(topic, ms, signal),
    link(ringThere) {
      links.add(ringThere)
      return () => void links.delete(ringThere)
    },
  }
}
