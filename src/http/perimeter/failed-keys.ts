import { AppError } from '../../core/errors.ts'
import { takeUnit } from '../../core/money/rate-bucket.ts'
import type { Clock, Log } from '../../ports/runtime.ts'
import { groupOf } from './connection-caps.ts'

// A person who mistypes needs three; a program with an old key that polls every five seconds stays below.
const FAILURES = { units: 30, windowMs: 60_000 }
// Addresses and keys that were heard of longest ago are forgotten, never memory used up.
const MOST_ADDRESSES = 20_000
const MOST_KEYS = 20_000

/** The brake on guessing keys, for each address from which requests come. */
export type FailedKeys = {
  /** Throws where too many keys from this address have failed, unless this very text was good there before. */
  check(address: string | null, hash: string): void
  /** Notes what came of a look at a key. */
  note(address: string | null, hash: string, isGood: boolean): void
}

/**
 * Counts keys that do not work by the address they come from. Beyond the rate keys are not even looked up, so that nobody learns
 * whether one was good. Clients that share an address with somebody who guesses, behind one router or an unnamed proxy, go on.
 */
export function failedKeys({ clock, log }: { clock: Clock; log: Log }): FailedKeys {
  const fullAt = new Map<string, number>()
  const goodFrom = new Map<string, string>()
  return {
    check(address, hash) {
      if (address === null || fullAt.size === 0) return
      const group = groupOf(address)
      const known = fullAt.get(group)
      if (known === undefined || goodFrom.get(hash) === group) return
      const { answer } = takeUnit(FAILURES, known, clock.elapsed())
      if (answer.isAllowed) return
      throw tooMany(answer.retryInMs)
    },
    note(address, hash, isGood) {
      if (address === null) return
      const group = groupOf(address)
      if (isGood) {
        if (goodFrom.get(hash) !== group) putLast(goodFrom, hash, group, MOST_KEYS)
        return
      }
      goodFrom.delete(hash)
      const { answer, fullAt: full } = takeUnit(FAILURES, fullAt.get(group) ?? 0, clock.elapsed())
      putLast(fullAt, group, full, MOST_ADDRESSES)
      if (answer.isAllowed && answer.remaining === 0)
        log.warn('too many invalid keys from one address', {
          address,
          advice:
            'List the proxies in front of the service in MEDIAGEN_TRUST_PROXY, so that each client counts separately.',
        })
    },
  }
}

function putLast<Value>(map: Map<string, Value>, name: string, value: Value, most: number): void {
  map.delete(name)
  map.set(name, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}

function tooMany(retryInMs: number): AppError {
  const message = `${FAILURES.units} keys from this address did not work within a minute. Wait as long as Retry-After says, then send the right one.`
  return new AppError('rate_limit_exceeded', message, { retryAfterSeconds: retryInMs / 1000 })
}
