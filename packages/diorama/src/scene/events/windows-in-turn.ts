import type { Live } from '../layers.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { cuesOf, shareOf } from './timing.ts'
import { placementOf } from './whose-turn.ts'

// The depths of the rows of houses that have windows: skylines, streets and villages.
const DEPTHS = [0.1, 0.3, 0.45, 0.7] as const
const UNLIT = 'rgba(48,44,88,0.9)'

/** The windows of a town, dark at first, that are lit one after the other; or lit ones that go dark. */
export function windowsInTurn(stage: Stage, plan: ScenePlan): Live[] {
  if (stage.still || stage.clock.loop) return []
  const cue = [...cuesOf(stage, 'light'), ...cuesOf(stage, 'go-out')].find(
    (one) => placementOf(stage, plan, one) === undefined,
  )
  if (!cue) return []
  const nearest = (depth: number) =>
    DEPTHS.toSorted((a, b) => Math.abs(a - depth) - Math.abs(b - depth))[0] ?? DEPTHS[0]
  return DEPTHS.map((depth) => ({
    kind: 'live',
    depth,
    draw(context, second) {
      const share = shareOf(stage, cue, second)
      context.fillStyle = UNLIT
      for (const [index, lit] of stage.windows.entries()) {
        if (nearest(lit.depth) !== depth) continue
        // Scattered over the town, yet always in the same order.
        const from = 0.06 + 0.8 * ((index * 0.618) % 1)
        const isOn = share > from === (cue.what === 'light')
        if (isOn) continue
        const rim = lit.width * 0.12
        context.fillRect(lit.x - rim, lit.y - rim, lit.width + rim * 2, lit.height + rim * 2)
      }
    },
  }))
}
