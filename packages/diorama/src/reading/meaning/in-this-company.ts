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

const CAKES = /^(shortcake|birthday-cake|moon-cake)$/

/** Candles on a birthday cake are drawn with it, and a cake with candles is one; the flowers of a bouquet are in it. */
export function withoutItsCandles(things: readonly Thing[]): Thing[] {
  const candle = things.find(({ art }) => art === 'candle')
  const whole = candle ? drawingOf('birthday-cake') : undefined
  const lit = things.map((thing) => {
    const near = candle?.sense.clause === thing.sense.clause && candle.sense.at > thing.sense.at
    return whole && near && CAKES.test(thing.art)
      ? { ...thing, art: whole.id, kind: whole.kind, label: whole.label }
      : thing
  })
  const cake = lit.some(({ art }) => art === 'birthday-cake')
  // Of tulips, roses and daisies each is seen.
  const mixed = lit.filter(({ kind, art }) => kind === 'plant-flower' && !art.endsWith('bouquet')).length > 1
  const bouquet = mixed ? undefined : lit.find(({ art }) => art === 'bouquet')
  const isInIt = ({ kind, sense }: Thing) =>
    bouquet !== undefined &&
    kind.startsWith('plant-flower') &&
    sense.clause === bouquet.sense.clause &&
    sense.at > bouquet.sense.at &&
    sense.at - bouquet.sense.end <= 3
  return lit.filter((thing) => (!cake || thing.art !== 'candle') && (thing === bouquet || !isInIt(thing)))
}
