import type { Count, Letter, Link } from '../ports/process-link.ts'

/** Gathers what another process is to hear, and sends it once a turn: a letter costs more than what is in it. */
export type Outbox = {
  ring(topic: string): void
  count(count: Count): void
  /** At once, with all that was gathered. */
  tell(state: NonNullable<Letter['state']>): void
}

export function outbox(link: Pick<Link, 'send'>): Outbox {
  const rung = new Set<string>()
  let counted: Count[] = []
  let isDue = false
  const send = (state?: Letter['state']): void => {
    const letter = { rung: [...rung], counted }
    rung.clear()
    counted = []
    link.send(state === undefined ? letter : { ...letter, state })
  }
  const soon = (): void => {
    if (isDue) return
    isDue = true
    setImmediate(() => {
      isDue = false
      if (rung.size > 0 || counted.length > 0) send()
    })
  }
  return {
    ring(topic) {
      rung.add(topic)
      soon()
    },
    count(count) {
      counted.push(count)
      soon()
    },
    tell: send,
  }
}
