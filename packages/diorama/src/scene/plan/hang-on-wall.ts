import { drawingOf } from '../../art.ts'
import type { Brief, Subject } from '../../brief.ts'
import { hasFeature } from '../../places.ts'
import type { Stage } from '../stage.ts'
import type { Placement, ScenePlan } from './scene-plan.ts'

// What these rooms have on their walls anyway: one more would be there twice.
const SHOWN_BY_ROOM = [
  ['classroom', /^wall-clock$/],
  ['station', /^wall-clock$/],
  ['workshop', /hammer|wrench|saw|screwdriver|^axe|pick$/],
  ['garage', /hammer|wrench|saw|screwdriver/],
  ['museum', /^framed-picture$/],
  ['art-studio', /^framed-picture$/],
] as const

/** The things on the wall that the room does not show by itself. */
export function hungIn(brief: Brief): Subject[] {
  if (brief.archetype !== 'room') return []
  return (brief.hung ?? []).filter(
    ({ art }) => !SHOWN_BY_ROOM.some(([room, shown]) => hasFeature(brief, room) && shown.test(art)),
  )
}

const isLarge = ({ art }: Subject) => /picture|poster|mirror|map|guitar/.test(art)

/** Hangs things on the wall, at the height of the eyes or over it, where the window and the figures leave it free. */
export function hangOnWall(plan: ScenePlan, hung: readonly Subject[], stage: Stage, first: number): ScenePlan {
  const { width, unit } = stage
  if (hung.length === 0) return plan
  // Right of the window and left of it, then further out; never over the panes in the middle.
  const spots = [0.78, 0.25, 0.92, 0.1].map((share) => share * width)
  const covered = (x: number) =>
    plan.placements.filter((one) => Math.abs(one.x - x) < one.width / 2 && one.foot - one.height < plan.horizon * 0.5)
      .length
  const free = spots.toSorted((a, b) => covered(a) - covered(b))
  const placements = hung.map((subject, at): Placement => {
    const box = drawingOf(subject.art)?.box ?? { width: 128, height: 128 }
    const longer = unit * (isLarge(subject) ? (hung.length > 2 ? 14.5 : 17) : 12)
    const scale = longer / Math.max(box.width, box.height)
    const [wide, tall] = [box.width * scale, box.height * scale]
    const middle = Math.max(unit * 8 + tall / 2, plan.horizon - unit * 36)
    return {
      subject: first + at,
      index: 0,
      x: Math.min(width - wide * 0.6, Math.max(wide * 0.6, free[at % free.length] ?? width / 2)),
      foot: middle + tall / 2,
      width: wide,
      height: tall,
      pose: 'whole',
      flip: false,
      contact: 'edge',
      order: -1e6 + at,
      phase: 0,
    }
  })
  const moved = plan.placements.map((one) =>
    one.carrier === undefined || one.carrier < 0 ? one : { ...one, carrier: one.carrier + placements.length },
  )
  return { ...plan, placements: [...placements, ...moved] }
}
