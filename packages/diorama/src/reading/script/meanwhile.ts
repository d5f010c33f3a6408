import type { State } from './state.ts'
import type { Word } from './words.ts'

const MEANWHILE =
  /^(while|whilst|whereas|mientras|wahrend|mentre|enquanto|terwijl|tandis|pendant|podczas|medan|пока|когда|sementara|بينما|فيما|حين|عندما)$/

/** "A raccoon steals a pie while the baker sleeps": what comes next is somebody else's doing. */
export function isMeanwhile({ before, sentence: { tokens } }: State, { sense }: Word): boolean {
  const between = before ? tokens.slice(before.sense.end, sense.at) : []
  return between.some(({ text }) => MEANWHILE.test(text))
}
