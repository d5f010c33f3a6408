import type { Cue, Happening } from '../../brief.ts'
import type { Sense } from '../senses.ts'

const FILLS_THE_AIR = new Set(['rain', 'downpour', 'storm', 'snow', 'blizzard', 'fog'])
const SAID = new Set<string>(['weather-comes', 'weather-goes'] satisfies Happening[])

const isFalling = ({ kind, value }: Sense): boolean => kind === 'weather' && FILLS_THE_AIR.has(value)
const isFair = ({ kind, value, text }: Sense): boolean =>
  (kind === 'sky' && value === 'sun') || (kind === 'weather' && value === 'clear') || /\brainbow\b/.test(text)

/** In which part of a story something stands that a prompt says. */
export const partOf = ({ at }: Sense, breaks: readonly number[]): number => breaks.filter((one) => at >= one).length

/**
 * The weather of a story in parts, where no verb says that it begins or ends: rain that is told of first and sunshine after
 * it, or the other way round.
 */
export function weatherCues(senses: readonly Sense[], breaks: readonly number[]): Cue[] {
  const parts = breaks.length + 1
  const part = (sense: Sense): number => partOf(sense, breaks)
  const falling = senses.filter(isFalling).map(part)
  if (parts < 2 || falling.length === 0 || senses.some(({ value }) => SAID.has(value))) return []
  const [first, last] = [Math.min(...falling), Math.max(...falling)]
  const fair = senses.find((sense) => isFair(sense) && part(sense) > last)
  const cue = (what: Happening, at: number): Cue => ({ what, from: at / parts, to: (at + 1) / parts })
  return [
    ...(first > 0 ? [cue('weather-comes', first)] : []),
    ...(fair === undefined ? [] : [cue('weather-goes', part(fair))]),
  ]
}
