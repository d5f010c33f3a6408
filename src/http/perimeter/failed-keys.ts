import { AppError } from '../../core/errors.ts'
import type { Clock, Log } from '../../ports/runtime.ts'
import { groupOf } from './connection-caps.ts'
import { addressRate, putLast } from './limit-addresses.ts'

// A person who mistypes needs three; a program that polls every five seconds with an old key stays below.
const FAILURES = { units: 30, windowMs: 60_000 }
// The oldest entries are forgotten, so that memory is limited.
const MOST_KEYS = 20_000

/** The brake on guessing keys, per client address. */
export type FailedKeys = {
  /** Throws if too many keys from this address have failed, unless this very key was valid there before. */
  check(address: string | null, hash: string): void
  /** Records the outcome of a key check. */
  note(address: string | null, hash: string, isGood: boolean): void
}

/**
 * Counts invalid keys by client address. Beyond the rate, keys are not even looked up, so that nobody learns whether
 * one was valid. Clients that share an address with an attacker, behind one router or an undeclared proxy, keep
 * working.
 */
export function failedKeys(deps: { clock: Clock; log: Log }): FailedKeys {
  const failures = addressRate(deps, FAILURES, 'too many invalid keys from one address')
  const goodFrom = new Map<string, string>()
  return {
    check(address, hash) {
      const answer = address === null ? undefined : failures.look(address)
      if (address === null || answer === undefined || answer.isAllowed) return
      if (goodFrom.get(hash) !== groupOf(address)) throw tooMany(answer.retryInMs)
    },
    note(address, hash, isGood) {
      if (address === null) return
      if (isGood) {
        const group = groupOf(address)
        if (goodFrom.get(hash) !== group) putLast(goodFrom, hash, group, MOST_KEYS)
        return
      }
      goodFrom.delete(hash)
      failures.take(address)
    },
  }
}

function tooMany(retryInMs: number): AppError {
  const message = `${FAILURES.units} keys from this address failed within a minute. Wait for the time given in Retry-After, then send a valid key.`
  return new AppError('rate_limit_exceeded', message, { retryAfterSeconds: retryInMs / 1000 })
}
