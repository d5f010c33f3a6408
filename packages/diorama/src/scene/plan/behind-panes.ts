import { drawingOf } from '../../art.ts'
import type { Brief, Posture, Subject } from '../../brief.ts'
import { boxAbove } from '../draw/window.ts'
import { windowBox } from '../draw/interior/window-box.ts'
import { hasPersonRig } from '../rig/has-joints.ts'
import { personBox } from '../rig/person-rig.ts'
import type { Stage } from '../stage.ts'
import type { Placement, ScenePlan } from './scene-plan.ts'

const MOST = 4

/** What is seen through the window of a room, one by one. */
export const beyondIn = ({ archetype, beyond = [] }: Brief): Subject[] =>
  archetype === 'room'
    ? beyond
        .flatMap((one) => Array.from({ length: Math.min(MOST, one.count) }, () => ({ ...one, count: 1 })))
        .slice(0, MOST)
    : []

type Pane = { x: number; foot: number; tall: number }

// In shares of the window, between its bars and its curtains: those on the ground of the garden, and those in its sky.
const LOW: readonly Pane[] = [
  { x: 0.34, foot: 0.95, tall: 0.46 },
  { x: 0.66, foot: 0.95, tall: 0.46 },
]
const HIGH: readonly Pane[] = [
  { x: 0.66, foot: 0.36, tall: 0.26 },
  { x: 0.34, foot: 0.36, tall: 0.26 },
]
const BROAD = 0.27

// People are there from head to foot.
function shapeOf(subject: Subject): { width: number; height: number; posture?: Posture } {
  if (!hasPersonRig(subject)) return drawingOf(subject.art)?.box ?? { width: 128, height: 128 }
  const { left, right, top, bottom } = personBox({
    art: subject.art,
    posture: 'wave',
    looks: subject.looks ?? {},
    held: [],
  })
  return { width: right - left, height: bottom - top, posture: 'wave' }
}

const flies = ({ kind }: Subject) => /^(animal-(bird|bug)|transport-air|sky)/.test(kind)

/** Puts each of them into a pane of the window, as far as they fit, where nobody stands before it. */
export function behindPanes(plan: ScenePlan, beyond: readonly Subject[], stage: Stage, first: number): ScenePlan {
  if (beyond.length === 0) return plan
  // Whoever is on a sill looks out of the window over it.
  const sill = plan.placements.find(({ subject }) => stage.brief.subjects[subject]?.art === 'windowsill')
  const box = sill ? boxAbove(sill) : windowBox(stage, plan)
  // Over a sill there are no curtains, and somebody in the middle.
  const at = ({ x }: Pane) => box.x + box.width * (sill ? 0.5 + (x - 0.5) * 1.8 : x)
  const covered = (pane: Pane) =>
    plan.placements.filter(
      (one) =>
        Math.abs(one.x - at(pane)) < one.width / 2 + box.width * 0.1 &&
        one.foot - one.height < box.y + box.height * pane.foot,
    ).length
  const free = (panes: readonly Pane[]) => panes.toSorted((a, b) => covered(a) - covered(b))
  const taken = new Set<Pane>()
  const placements = beyond.flatMap((subject, index): Placement[] => {
    const pane = [...free(LOW), ...(flies(subject) ? free(HIGH) : [])].find((one) => !taken.has(one))
    if (!pane) return []
    taken.add(pane)
    const { width, height, posture } = shapeOf(subject)
    const scale = Math.min((box.width * BROAD) / width, (box.height * pane.tall) / height)
    return [
      {
        subject: first + index,
        index: 0,
        x: at(pane),
        foot: box.y + box.height * pane.foot,
        width: width * scale,
        height: height * scale,
        pose: 'whole',
        ...(posture && { posture }),
        flip: false,
        contact: 'edge',
        order: sill ? sill.order + 0.01 : -1e6 + index,
        phase: 0,
      },
    ]
  })
  // Right over the window that they are in, and under all others.
  const from = sill ? plan.placements.indexOf(sill) + 1 : 0
  const moved = plan.placements.map((one) =>
    one.carrier === undefined || one.carrier < from ? one : { ...one, carrier: one.carrier + placements.length },
  )
  return { ...plan, placements: [...moved.slice(0, from), ...placements, ...moved.slice(from)] }
}
