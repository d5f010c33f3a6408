import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Cue } from '../../brief.ts'
import type { Live } from '../layers.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { within } from '../eased.ts'
import { cuesOf, shareOf } from './timing.ts'

const VESSEL =
  /^(tea-cup|tea-glass|chai|latte|cappuccino|espresso|wine|champagne-flute|juice-glass|soup-bowl|hot-beverage|teacup.*|cup-with-straw|glass-of-milk|wine-glass|tumbler-glass|water-glass|beer-mug|bowl.*|vase|bucket|bathtub|sink|clinking-.*|cocktail-glass|tropical-drink|mate|pot-of-food|cauldron|fishbowl|glass-sphere|jar)$/
const SOURCE =
  /^(teapot|jug|kettle|glass-bottle|bottle.*|watering-can|sake|baby-bottle|champagne|coffee-machine|amphora|pitcher)$/

const LIQUIDS: readonly [RegExp, string][] = [
  [
    /orange juice|orangensaft|zumo de naranja|jus d'orange|suco de laranja|succo d'arancia|апельсинов|橙汁|オレンジジュース/iu,
    '#f7a11b',
  ],
  [/red wine|\bwine\b|\bwein\b|rotwein|\bvino\b|\bvin\b|vinho|вино|wino|wijn|红酒|葡萄酒|ワイン|와인/iu, '#7d1233'],
  [/coffee|kaffee|caf[eéè]|кофе|kawa|koffie|咖啡|コーヒー|커피/iu, '#4a2a17'],
  [/\btea\b|\btee\b|\bté\b|\bthé\b|\bchá\b|\btè\b|чай|herbat|thee|茶|お茶|차를/iu, '#b5651d'],
  [/milk|milch|leche|\blait\b|leite|latte|молок|mleko|melk|牛奶|ミルク|牛乳|우유/iu, '#fbf7ee'],
  [/\bbeer\b|\bbier\b|cerveza|bière|cerveja|birra|пиво|piwo|啤酒|ビール|맥주/iu, '#eaa62a'],
  [/juice|saft|zumo|\bjus\b|suco|succo|сок|sok\b|果汁/iu, '#f2b632'],
  [/honey|honig|miel|mel\b|miele|мёд|miód|蜂蜜/iu, '#e79a17'],
  [/chocolate|schokolade|cacao|шоколад|czekolad|巧克力/iu, '#5b3420'],
  [/syrup|sirup|soup|suppe|soupe|sopa/iu, '#c96f2c'],
]
const WATER = '#7cc4ea'

/** What is poured into what, and out of what; nothing where nothing is. */
export type Pour = { cue: Cue; vessel: Placement; source: Placement | undefined; colour: string }

/** The vessel that is filled in a clip, and the one that it is filled from. */
export function pourIn(stage: Stage, plan: ScenePlan): Pour | undefined {
  const [cue] = stage.still || stage.clock.loop ? [] : cuesOf(stage, 'pour')
  // What somebody pours comes out of the jug in their hand.
  const byHand = plan.placements.some(({ held }) => held?.some(({ art }) => art.startsWith('pouring-')))
  if (!cue || byHand) return undefined
  const artOf = ({ subject }: Placement) => stage.brief.subjects[subject]?.art ?? ''
  const whole = plan.placements.filter(({ part }) => !part)
  const vessel = whole.find((one) => VESSEL.test(artOf(one)))
  if (!vessel) return undefined
  const source = whole.find((one) => one !== vessel && SOURCE.test(artOf(one)))
  const colour = LIQUIDS.find(([words]) => words.test(stage.brief.prompt))?.[1] ?? WATER
  return { cue, vessel, source, colour }
}

const glassIn = ({ x, foot, width, height }: Placement) => {
  const wide = Math.min(width * 0.8, height * 0.72)
  return { x, foot, top: foot - height * 0.94, upper: wide / 2, lower: wide * 0.38 }
}

/** Where what is poured comes from: the spout of what is tilted over the vessel. */
export function spoutOver({ vessel, source }: Pour, { unit }: Stage): { x: number; y: number } {
  const { top } = glassIn(vessel)
  return source ? { x: vessel.x + vessel.width * 0.06, y: top - source.height * 0.3 } : { x: vessel.x, y: -unit * 4 }
}

type Glass = ReturnType<typeof glassIn>

function outline(context: SKRSContext2D, { x, foot, upper, lower }: Glass, top: number, wide: number): void {
  const flat = upper * 0.16
  context.beginPath()
  context.moveTo(x - wide, top)
  context.lineTo(x - lower, foot - flat * 0.4)
  context.quadraticCurveTo(x, foot + flat, x + lower, foot - flat * 0.4)
  context.lineTo(x + wide, top)
  context.closePath()
}

function drawFilling(context: SKRSContext2D, glass: Glass, level: number, colour: string): void {
  const { x, foot, top, upper, lower } = glass
  context.fillStyle = 'rgba(225,240,250,0.42)'
  outline(context, glass, top, upper)
  context.fill()
  if (level > 0) {
    const surface = foot - (foot - top) * (0.04 + 0.8 * level)
    const wide = lower + (upper - lower) * ((foot - surface) / (foot - top))
    context.fillStyle = colour
    context.globalAlpha = 0.92
    outline(context, glass, surface, wide)
    context.fill()
    context.globalAlpha = 1
    context.fillStyle = 'rgba(255,255,255,0.28)'
    context.beginPath()
    context.ellipse(x, surface, wide, wide * 0.15, 0, 0, Math.PI * 2)
    context.fill()
  }
  context.strokeStyle = 'rgba(255,255,255,0.85)'
  context.lineWidth = upper * 0.05
  outline(context, glass, top, upper)
  context.stroke()
  context.beginPath()
  context.ellipse(x, top, upper, upper * 0.16, 0, 0, Math.PI * 2)
  context.stroke()
  context.fillStyle = 'rgba(255,255,255,0.35)'
  context.fillRect(x - upper * 0.72, top + (foot - top) * 0.14, upper * 0.12, (foot - top) * 0.6)
}

/** The vessel, drawn of glass so that its level is seen, and the stream that falls into it. */
export function pourParts(stage: Stage, plan: ScenePlan): Live[] {
  const pour = pourIn(stage, plan)
  if (!pour) return []
  const { unit, clock } = stage
  const glass = glassIn(pour.vessel)
  const from = spoutOver(pour, stage)
  return [
    {
      kind: 'live',
      depth: 1,
      draw(context, second) {
        const share = shareOf(stage, pour.cue, second)
        const level = Math.min(1, Math.max(0, (share - 0.22) / 0.6))
        drawFilling(context, glass, level, pour.colour)
        const flows = share > 0.16 && share < 0.86
        if (!flows) return
        const surface = glass.foot - (glass.foot - glass.top) * (0.04 + 0.8 * level)
        const begun = Math.min(1, (share - 0.16) / 0.05)
        const ended = Math.max(0, (share - 0.82) / 0.04)
        const thick = Math.max(unit * 1.1, glass.upper * 0.11)
        const top = from.y + (surface - from.y) * ended
        const bottom = from.y + (surface - from.y) * begun
        context.strokeStyle = pour.colour
        context.lineCap = 'round'
        context.lineWidth = thick * (1 + 0.12 * clock.wave(second, 0.21))
        context.beginPath()
        context.moveTo(from.x, top)
        context.quadraticCurveTo(from.x - thick * 0.4, (top + bottom) / 2, glass.x, bottom)
        context.stroke()
        context.strokeStyle = 'rgba(255,255,255,0.35)'
        context.lineWidth = thick * 0.25
        context.stroke()
      },
    },
  ]
}

/** How the vessel's own drawing gives way to the one that is filled, and how what is poured from is lifted and tilted. */
export function pourMotion(stage: Stage, plan: ScenePlan, placement: Placement) {
  const pour = pourIn(stage, plan)
  if (!pour) return undefined
  if (pour.vessel === placement || pour.vessel.subject === placement.subject) return () => ({ opacity: 0 })
  if (pour.source !== placement) return undefined
  const spout = spoutOver(pour, stage)
  // Drawn with the spout on the left, or on the right where it is mirrored.
  const side = placement.flip ? 1 : -1
  const tilt = side * 0.62
  const [sine, cosine] = [Math.sin(tilt), Math.cos(tilt)]
  const tip = { x: side * placement.width * 0.46, y: -placement.height * 0.6 }
  const turned = { x: tip.x * cosine - tip.y * sine, y: tip.x * sine + tip.y * cosine }
  const end = { x: spout.x - placement.x - turned.x, y: spout.y - placement.foot - turned.y }
  return (second: number) => {
    const share = shareOf(stage, pour.cue, second)
    const up = within(share, 0, 0.16) * (1 - within(share, 0.86, 1))
    return { x: end.x * up, y: end.y * up, turn: tilt * within(up, 0.4, 1) }
  }
}
