import { AppError } from '../../core/errors.ts'

export type PlaceRules = { each: number; total: number; what: string; advice: string }

/** Counts what is open at once, for each key and in all. */
export type Places = {
  /** Takes a place and gives what gives it back; `rate_limit_exceeded` where there is none left. */
  take(keyId: string): () => void
}

// Long enough for a place to be given back, short enough not to be felt.
const RETRY_AFTER_SECONDS = 5

export function places({ each, total, what, advice }: PlaceRules): Places {
  const taken = new Map<string, number>()
  let all = 0
  return {
    take(keyId) {
      const own = taken.get(keyId) ?? 0
      if (own >= each || all >= total) {
        const whose = own >= each ? `With this key ${each}` : `${total}`
        const message = `${whose} ${what} are open at once, the most that is allowed. ${advice}`
        throw new AppError('rate_limit_exceeded', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
      }
      taken.set(keyId, own + 1)
      all++
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        all--
        const left = (taken.get(keyId) ?? 1) - 1
        if (left === 0) taken.delete(keyId)
        else taken.set(keyId, left)
      }
    },
  }
}
