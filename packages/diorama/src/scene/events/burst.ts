import type { Live } from '../layers.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { BURSTS_AT } from './burst-time.ts'
import { happenTo } from './happen.ts'
import { cuesOf } from './timing.ts'
import { firstTurn, holds } from './whose-turn.ts'

const GRAVITY = 60
const FLASH_SECONDS = 0.16

// What somebody holds up is at the top of their picture, at the side they look to.
function burstInHand(stage: Stage, { placements }: ScenePlan): ReturnType<typeof firstTurn> {
  for (const cue of cuesOf(stage, 'burst')) {
    const holder = placements.find((one) => holds(one, cue))
    if (!holder) continue
    const { x, foot, width, height, flip } = holder
    const size = height * 0.2
    const placement = {
      ...holder,
      x: x + (flip ? 0.28 : -0.28) * width,
      foot: foot - height + size,
      width: size,
      height: size,
    }
    return { cue, placement }
  }
  return undefined
}

/** The flash and the scraps of something that bursts. */
export function burstParts(stage: Stage, plan: ScenePlan): Live[] {
  const turn = firstTurn(stage, plan, 'burst') ?? firstTurn(stage, plan, 'break') ?? burstInHand(stage, plan)
  if (!turn || stage.clock.loop || stage.still) return []
  const { unit, clock } = stage
  const { placement: who, cue } = turn
  const at = (cue.from + BURSTS_AT * (cue.to - cue.from)) * clock.seconds
  const last = happenTo(stage, plan, who)?.(at)
  const random = stage.random.fork('burst')
  const colour = stage.brief.subjects[who.subject]?.colour ?? '#e2453c'
  const scraps = Array.from({ length: 34 }, () => {
    const angle = random.between(0, Math.PI * 2)
    const speed = random.between(12, 46) * unit
    return {
      across: Math.cos(angle) * speed,
      down: Math.sin(angle) * speed,
      size: unit * random.between(0.7, 2.1),
      turn: random.between(-7, 7),
    }
  })
  const radius = Math.max(who.width, who.height) * 0.55
  return [
    {
      kind: 'live',
      depth: 1,
      draw(context, second) {
        const since = second - at
        if (since < 0 || since > 1.6) return
        context.save()
        context.translate(who.x + (last?.x ?? 0), who.foot - who.height * 0.6 + (last?.y ?? 0))
        if (since < FLASH_SECONDS) {
          context.globalAlpha = 1 - since / FLASH_SECONDS
          context.fillStyle = '#ffffff'
          context.beginPath()
          context.arc(0, 0, radius * (0.5 + (0.7 * since) / FLASH_SECONDS), 0, Math.PI * 2)
          context.fill()
        }
        context.fillStyle = colour
        context.globalAlpha = Math.min(1, (1.6 - since) * 2)
        for (const { across, down, size, turn } of scraps) {
          context.save()
          // The air brakes what is so light.
          const far = (1 - Math.exp(-3 * since)) / 2
          context.translate(across * far * 2, down * far * 2 + (GRAVITY * unit * since * since) / 2)
          context.rotate(turn * since)
          context.beginPath()
          context.moveTo(-size, size * 0.6)
          context.lineTo(size * 0.2, -size)
          context.lineTo(size, size * 0.4)
          context.closePath()
          context.fill()
          context.restore()
        }
        context.restore()
      },
    },
  ]
}
