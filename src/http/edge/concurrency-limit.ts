import { AppError } from '../../core/errors.ts'
import type { SlotCounts, SlotKind } from '../server-parts.ts'

type Words = { what: string; advice: string }

// Long enough for a slot to be released, short enough not to be felt.
const RETRY_AFTER_SECONDS = 5

/** How many requests may be open at once. docs/security.md and docs/limits.md repeat these numbers. */
const USUAL: Readonly<Record<SlotKind, SlotCounts>> = {
  // A browser page watches a few; a thousand streams cost a few dozen MB, and each queries the store once a second.
  stream: { each: 100, total: 1_000 },
  // Each queries the store twice a second: five thousand take about a fifth of a core.
  wait: { each: 1_000, total: 5_000 },
  // Each holds a connection to a foreign server for up to 15 s: enough to try things out, too few to be a weapon.
  trial: { each: 5, total: 50 },
}

const WORDS: Readonly<Record<SlotKind, Words>> = {
  stream: { what: 'event streams', advice: 'Close some, or use polling or webhooks instead.' },
  wait: {
    what: 'requests that wait for a result',
    advice:
      'Wait for some to end, or send requests that do not wait: Prefer: respond-async for images, no Prefer: wait for videos.',
  },
  trial: { what: 'webhook tests', advice: 'Wait for one to end.' },
}

/** Counts what is open at once, per key and in total. */
export type Slots = {
  /** Takes a slot and returns a function that releases it, once; `rate_limit_exceeded` if none is left. */
  take(kind: SlotKind, keyId: string): () => void
}

export function slots(rules: Readonly<Partial<Record<SlotKind, SlotCounts>>> = {}): Slots {
  const counts = { ...USUAL, ...rules }
  const taken = new Map<string, number>()
  const add = (name: string, by: number): void => {
    const now = (taken.get(name) ?? 0) + by
    if (now === 0) taken.delete(name)
    else taken.set(name, now)
  }
  return {
    take(kind, keyId) {
      const { each, total } = counts[kind]
      const own = `${kind} ${keyId}`
      const isOwnFull = (taken.get(own) ?? 0) >= each
      if (isOwnFull || (taken.get(kind) ?? 0) >= total)
        throw tooMany(isOwnFull ? `This key has ${each}` : `The service has ${total}`, WORDS[kind])
      for (const name of [own, kind]) add(name, 1)
      let isTaken = true
      return () => {
        if (isTaken) for (const name of [own, kind]) add(name, -1)
        isTaken = false
      }
    },
  }
}

function tooMany(whose: string, { what, advice }: Words): AppError {
  const message = `${whose} open ${what}, which is the maximum. ${advice}`
  return new AppError('rate_limit_exceeded', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
