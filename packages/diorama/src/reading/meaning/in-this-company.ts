import { drawingOf } from '../../art.ts'
import type { Script } from '../../brief.ts'
import type { Thing } from '../things.ts'

// The ball of a game is the one that the game is played with.
const BALLS: readonly [game: RegExp, ball: string][] = [
  [/\b(football|footballers?|soccer|goal|goalkeeper|goalie|striker|penalty)\b/, 'soccer-ball'],
  [/\b(basketball|hoop|dunks?|dunking)\b/, 'basketball'],
  [/\b(volleyball)\b/, 'volleyball'],
  [/\b(baseball|batter|pitcher)\b/, 'baseball'],
]

/** A ball that is kicked past a goalkeeper is a football, and no beach ball. */
export function withTheirBall(script: Script, prompt: string): Script {
  const art = BALLS.find(([game]) => game.test(prompt.toLowerCase()))?.[1]
  const ball = art === undefined ? undefined : drawingOf(art)
  if (!ball || !script.entities.some((one) => one.art === 'ball')) return script
  const entities = script.entities.map((one) =>
    one.art === 'ball' ? { ...one, art: ball.id, kind: ball.kind, label: ball.label } : one,
  )
  return { ...script, entities }
}

/** Candles on a birthday cake are drawn with it. */
export function withoutItsCandles(things: readonly Thing[]): Thing[] {
  const cake = things.some(({ art }) => art === 'birthday-cake')
  return cake ? things.filter(({ art }) => art !== 'candle') : [...things]
}
