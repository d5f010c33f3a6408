import { GAP_MS, type Gap } from '../core/gap.ts'
import type { Clock, Log } from '../ports/runtime.ts'
import type { Chores } from '../ports/store/chores.ts'

const LOOK_EVERY_MS = 5_000
// In doubt, so that all follow at nearly the same moment: what is written by the old time after the first has followed comes late.
const DOUBT_EVERY_MS = 250
// The slowest write that may still come by the old time.
const LATE_MS = 30_000
// All processes have seen by then that the clock was set, so that none goes on by the old time when the records go by the new one.
const BELIEVED_AFTER_MS = 20_000
// As far as two clocks drift apart between two looks, and far more.
const SLACK_MS = 2_000

export type WatchedClock = Clock & {
  /** Lets go of the store. */
  close(): Promise<void>
}

export type WatchedClockParts = {
  /** The machine's, or that of the database where several machines share one. */
  own: Clock
  chores: Pick<Chores, 'watch' | 'passOver' | 'passLate'>
  log: Pick<Log, 'debug' | 'info' | 'warn'>
  /** Started by a process that lives: what is missing in the records then is no absence. */
  isChild?: boolean
}

/**
 * The time that deadlines, periods and ages go by: the clock's, held against the last sign of life in the records. Whatever
 * lies between the two, an absence or a clock that was set, is passed over there once, for all processes, before anybody
 * sees the new time: until then this clock stays behind and never runs ahead.
 */
export async function watchedClock({ own, chores, log, isChild = false }: WatchedClockParts): Promise<WatchedClock> {
  const closing = new AbortController()
  // The time that is in the records, and when we saw it on the clock that cannot jump.
  let known = { time: own.now(), at: own.elapsed() }
  let lookedAt = Number.NEGATIVE_INFINITY
  let doubtedAt: number | undefined
  // What was jumped over last, by a clock that was set ahead: a time in it is one that was written before.
  let jumped: (Gap & { at: number; isOurs: boolean }) | undefined

  // Where somebody has gone on in our absence, or we were here all the time, the others may be about to follow the clock.
  const isDoubtful = (at: number, wasHere: boolean): boolean => {
    doubtedAt ??= at
    return wasHere && at - doubtedAt < BELIEVED_AFTER_MS
  }
  const passOver = async (gap: Gap, wasSet: boolean): Promise<boolean> => {
    const how = wasSet || gap.until < gap.from ? 'set' : 'away'
    const isOurs = await chores.passOver(gap, how)
    if (isOurs) tell(log, gap, how)
    return isOurs
  }
  const look = async (): Promise<void> => {
    const [time, at] = [own.now(), own.elapsed()]
    const wasAway = at - lookedAt > GAP_MS
    const wasSet = Math.abs(time - known.time - (at - known.at)) > GAP_MS
    const gap = await chores.watch(time)
    lookedAt = at
    if (gap !== undefined && isDoubtful(at, !wasAway || wasSet)) return
    const isOurs = gap !== undefined && (await passOver(gap, wasSet))
    if (wasSet) jumped = time > known.time ? { from: gap?.from ?? known.time, until: time, at, isOurs } : undefined
    known = { time, at }
    doubtedAt = undefined
    if (jumped?.isOurs === true && at - jumped.at < LATE_MS) await chores.passLate(jumped)
  }
  const keepLooking = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await own.sleep(doubtedAt === undefined ? LOOK_EVERY_MS : DOUBT_EVERY_MS, closing.signal)
      if (closing.signal.aborted) return
      // Records that cannot be reached show no sign of life: time stands still until they can.
      await look().catch((error: unknown) => log.debug('the clock could not be compared with the records', { error }))
    }
  }

  // Where a child finds a gap, the clock was set and the others are still in doubt: their time is ours, until they follow.
  const joinOthers = async (): Promise<void> => {
    const at = own.elapsed()
    const gap = await chores.watch(own.now())
    lookedAt = at
    if (gap === undefined) return
    known = { time: gap.from, at }
    doubtedAt = at
  }

  await (isChild ? joinOthers() : look())
  const looking = keepLooking()
  return {
    now: () => Math.min(own.now(), Math.floor(known.time + Math.min(own.elapsed() - known.at, GAP_MS)) + SLACK_MS),
    elapsed: () => own.elapsed(),
    latest: () => Math.max(own.now(), Math.floor(known.time + own.elapsed() - known.at)),
    current: (time) =>
      jumped !== undefined && time > jumped.from && time <= jumped.until ? time + jumped.until - jumped.from : time,
    sleep: (ms, signal, options) => own.sleep(ms, signal, options),
    async close() {
      closing.abort()
      await looking
    },
  }
}

const DAY_MS = 24 * 60 * 60_000

/** The one line about it. */
function tell(log: WatchedClockParts['log'], { from, until }: Gap, how: 'set' | 'away'): void {
  const fields = { from: new Date(from).toISOString(), until: new Date(until).toISOString(), ms: until - from }
  const held = until - from > DAY_MS ? '; nothing is removed because of its age for one day' : ''
  if (how === 'away') return log.info(`the service was down: deadlines are extended by the same time${held}`, fields)
  log.warn(`the clock was set ${until > from ? 'ahead' : 'back'}: deadlines move with it${held}`, fields)
}
