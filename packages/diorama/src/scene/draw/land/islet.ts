import { mix } from '../../colour.ts'
import type { Sheet } from '../../layers.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'
import { treeRow } from '../ground.ts'
import { waterColour } from '../water.ts'
import { extentOf } from './jetty.ts'

// Where a palm is asked for, it is the one that is seen.
const hasPalm = ({ brief }: Stage) => brief.subjects.some(({ art }) => /palm-tree|tree$/.test(art))

/** A small island: sand with water all about it, as broad as what stands there needs. */
export function islet(stage: Stage, plan: ScenePlan): Sheet {
  const { unit, light, width } = stage
  const standing = extentOf(plan.placements.filter(({ contact }) => contact === 'ground'))
  const middle = standing ? (standing.left + standing.right) / 2 : width / 2
  const half = Math.min(
    width * 0.56,
    Math.max(unit * 32, standing ? (standing.right - standing.left) / 2 + unit * 13 : 0),
  )
  const foot = plan.floor
  const sand = light.lit('#f0d6a2')
  const palms = hasPalm(stage) ? [] : [-0.72, ...(plan.placements.length > 0 ? [] : [0.1]), 0.66]
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.92,
    top: foot - unit * 50,
    shadow: 0.9,
    draw(context, behind) {
      const mound = (wide: number, up: number, down: number, colour: string) => {
        context.fillStyle = colour
        context.beginPath()
        context.ellipse(middle, foot, wide, up, 0, Math.PI, Math.PI * 2)
        context.ellipse(middle, foot, wide, down, 0, 0, Math.PI)
        context.fill()
      }
      mound(half + unit * 5, unit * 11, unit * 8.4, mix(waterColour(stage), light.lit('#bff0e6'), 0.5))
      mound(half + unit * 2.6, unit * 9.8, unit * 6.9, mix(light.lit('#ffffff'), waterColour(stage), 0.14))
      mound(half + unit, unit * 9, unit * 5.9, mix(sand, light.shadow, 0.16))
      mound(half, unit * 8.4, unit * 4.8, sand)
      for (const [index, share] of palms.entries()) {
        const x = middle + half * share
        treeRow(stage, `islet-palm${index}`, () => foot - unit * 3, {
          height: unit * 34,
          spacing: unit * 400,
          distance: 0.04,
          kinds: ['palm'],
          from: x,
          to: x + 1,
        })(context, behind)
      }
    },
  }
}
