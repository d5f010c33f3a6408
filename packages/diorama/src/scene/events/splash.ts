import { traitsOf } from '../../archetype-traits.ts'
import type { Live } from '../layers.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { plungeTo } from './paths.ts'
import { firstTurn } from './whose-turn.ts'

// When the leap of `paths.ts` ends, as a share of the clip.
const AT = 0.42
const GRAVITY = 150

/** Drops and rings where somebody comes down in the water. */
export function splashParts(stage: Stage, plan: ScenePlan): Live[] {
  const turn = firstTurn(stage, plan, 'splash')
  // Under water there is nothing to splash.
  if (!turn || traitsOf(stage.brief.archetype).where.water === 'all') return []
  const { unit, clock } = stage
  const { placement: who, cue } = turn
  const to = plungeTo(stage, plan, who)
  const random = stage.random.fork('splash')
  const drops = Array.from({ length: 60 }, () => ({
    x: random.between(-0.5, 0.5) * who.width * 0.7,
    across: random.between(-22, 22) * unit,
    up: random.between(28, 74) * unit,
    size: unit * random.between(0.35, 1.2),
    late: random.between(0, 0.18),
  }))
  return [
    {
      kind: 'live',
      depth: 1,
      draw(context, second) {
        const since = clock.loop ? second % 2.5 : second - (cue.from + AT * (cue.to - cue.from)) * clock.seconds
        if (since < 0) return
        context.save()
        context.translate(who.x + to.x, who.foot + to.y)
        context.strokeStyle = '#ffffff'
        for (const late of [0, 0.35, 0.7]) {
          const age = since - late
          if (age <= 0 || age > 2.4) continue
          const wide = who.width * (0.35 + age * 0.42)
          context.globalAlpha = 0.75 * (1 - age / 2.4)
          context.lineWidth = unit * 0.5
          context.beginPath()
          context.ellipse(0, 0, wide, wide * 0.17, 0, 0, Math.PI * 2)
          context.stroke()
        }
        context.fillStyle = '#e9f7ff'
        for (const { x, across, up, size, late } of drops) {
          const age = since - late
          if (age <= 0) continue
          const y = -up * age + (GRAVITY * unit * age * age) / 2
          if (y > 0) continue
          context.globalAlpha = 0.92
          context.beginPath()
          context.ellipse(x + across * age, y, size * 0.8, size, 0, 0, Math.PI * 2)
          context.fill()
        }
        context.restore()
      },
    },
  ]
}
