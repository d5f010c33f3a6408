import { traitsOf } from '../../archetype-traits.ts'
import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Cue } from '../../brief.ts'
import type { Live } from '../layers.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { cuesOf, onceDone, shareOf } from './timing.ts'
import { placementOf } from './whose-turn.ts'

type Lamp = { placement: Placement; lit: (second: number) => number }

const DARK = '8,8,24'
// By night it is dark already, and by day no lamp makes it dark: whoever is there can always be told.
const DARKEST = { room: 0.52, otherwise: 0.26 }

function lampsOf(stage: Stage, plan: ScenePlan): Lamp[] {
  const cues = [...cuesOf(stage, 'light'), ...cuesOf(stage, 'go-out')]
  const lamps = new Map<Placement, Cue[]>()
  for (const cue of cues) {
    const first = placementOf(stage, plan, cue)
    const all = first ? plan.placements.filter(({ subject, part }) => subject === first.subject && !part) : []
    for (const one of all) lamps.set(one, [...(lamps.get(one) ?? []), cue])
  }
  return Array.from(lamps, ([placement, own]) => ({
    placement,
    lit(second) {
      const [first] = own as [Cue, ...Cue[]]
      let lit = first.what === 'light' ? 0 : 1
      for (const cue of own) {
        // Of several lamps one comes after the other.
        const many = [...lamps.keys()].filter(({ subject }) => subject === placement.subject).length
        const late = many > 1 ? (0.5 * placement.index) / many : 0
        const done = onceDone(stage, { ...cue, from: cue.from + late * (cue.to - cue.from) }, second)
        lit += (cue.what === 'light' ? 1 - lit : -lit) * done
      }
      return lit
    },
  }))
}

const shineOf = ({ placement: { x, foot, height } }: Lamp) => ({ x, y: foot - height * 0.82 })

function smoke(context: SKRSContext2D, stage: Stage, at: { x: number; y: number }, age: number): void {
  if (age <= 0 || age > 3) return
  context.save()
  context.strokeStyle = 'rgba(225,225,235,0.6)'
  context.lineCap = 'round'
  context.lineWidth = stage.unit * 0.7
  context.globalAlpha = Math.min(1, (3 - age) / 1.5)
  context.beginPath()
  const high = stage.unit * Math.min(22, 12 * age)
  for (let step = 0; step <= 12; step++) {
    const up = (high * step) / 12
    const aside = Math.sin(step * 0.7 + age * 3) * stage.unit * 0.12 * step
    if (step === 0) context.moveTo(at.x, at.y)
    else context.lineTo(at.x + aside, at.y - up)
  }
  context.stroke()
  context.restore()
}

/** The darkness before something is lit or after it went out, and the glow about what burns. */
export function lightingUp(stage: Stage, plan: ScenePlan): Live[] {
  const lamps = stage.clock.loop || stage.still ? [] : lampsOf(stage, plan)
  if (lamps.length === 0) return []
  const { width, height, margin, clock } = stage
  const inRoom = traitsOf(stage.brief.archetype).where.isIndoors
  const darkest = inRoom && stage.light.time === 'night' ? DARKEST.room : DARKEST.otherwise
  const whole = [-margin, -margin, width + margin * 2, height + margin * 2] as const
  return [
    {
      kind: 'live',
      depth: 1,
      draw(context, second) {
        const lit = lamps.map((lamp) => lamp.lit(second))
        const most = Math.max(...lit)
        const brightest = shineOf(lamps[lit.indexOf(most)] as Lamp)
        const flicker = 1 + 0.05 * clock.wave(second, 0.37) + 0.03 * clock.wave(second, 0.23, 0.4)
        const reach = Math.max(width, height) * (0.12 + 0.6 * most * flicker)
        const dark = context.createRadialGradient(brightest.x, brightest.y, 0, brightest.x, brightest.y, reach)
        dark.addColorStop(0, `rgba(${DARK},${darkest * (1 - most)})`)
        dark.addColorStop(0.5, `rgba(${DARK},${darkest * (1 - 0.7 * most)})`)
        dark.addColorStop(1, `rgba(${DARK},${darkest * (1 - 0.6 * most)})`)
        context.fillStyle = dark
        context.fillRect(...whole)
        context.globalCompositeOperation = 'screen'
        for (const [index, lamp] of lamps.entries()) {
          const bright = lit[index] ?? 0
          if (bright === 0) continue
          const at = shineOf(lamp)
          const far = Math.max(width, height) * (0.12 + 0.6 * bright * flicker) * (lamps.length > 2 ? 0.3 : 0.55)
          const glow = context.createRadialGradient(at.x, at.y, 0, at.x, at.y, far)
          glow.addColorStop(0, `rgba(255,196,110,${0.62 * bright * flicker})`)
          glow.addColorStop(0.35, `rgba(255,160,70,${0.26 * bright})`)
          glow.addColorStop(1, 'rgba(255,140,50,0)')
          context.fillStyle = glow
          context.fillRect(...whole)
        }
        context.globalCompositeOperation = 'source-over'
        for (const cue of cuesOf(stage, 'go-out')) {
          const one = placementOf(stage, plan, cue)
          const { art = '' } = stage.brief.subjects[one?.subject ?? -1] ?? {}
          const since = (shareOf(stage, cue, second) - 0.42) * (cue.to - cue.from) * clock.seconds
          if (one && /candle|fire|torch|wood|diya|cake/.test(art))
            smoke(context, stage, { x: one.x, y: one.foot - one.height * (/candle/.test(art) ? 0.62 : 0.8) }, since)
        }
      },
    },
  ]
}
