import type { Brief } from '../../brief.ts'
import { hasFeature } from '../../places.ts'
import { arranged, asSticker, onBlock, onPaper, afloat } from '../design/arrange.ts'
import { stature } from '../plan/sizes.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import { makeRoom } from '../type/make-room.ts'
import { takeShot } from './take-shot.ts'

type Size = { width: number; height: number; unit: number }

const AFLOAT = /^(transport-water|animal-marine)/

// Over a coast the sea is on the left: what floats is there, and all else on the sand.
function fromAbove(plan: ScenePlan, brief: Brief, { width }: Size): ScenePlan {
  const coast = brief.archetype === 'sea' && hasFeature(brief, 'sand')
  const placements = plan.placements.map((piece) => {
    const afloat = AFLOAT.test(brief.subjects[piece.subject]?.kind ?? '')
    const x = !coast ? piece.x : afloat ? piece.x * 0.26 + width * 0.02 : width * 0.62 + piece.x * 0.32
    return { ...piece, x, fromAbove: true }
  })
  return { ...plan, placements }
}

// What a studio and words make of a plan.
function inStudio(plan: ScenePlan, { studio, lettering }: Brief, size: Size): ScenePlan {
  if (studio?.floating) return afloat(plan, size)
  const worded = lettering !== undefined && lettering.texts.length > 0
  if (studio?.sheet) return onPaper(plan, size, worded)
  return worded ? makeRoom(plan, lettering, size) : plan
}

/** The plan of a scene after camera, design and lettering have had their say; without any of them, the plan itself. */
export function framePlan(plan: ScenePlan, brief: Brief, size: Size): ScenePlan {
  const { design, studio } = brief
  const shot = takeShot(studio?.sticker ? asSticker(plan, size) : plan, brief, size)
  if (design?.kind === 'flat-lay') return arranged(shot, size, 0.8)
  if (design?.kind === 'aerial') return fromAbove(arranged(shot, size, 0.4), brief, size)
  if (design?.kind === 'isometric') {
    return onBlock(
      shot,
      size,
      brief.subjects.every((subject) => stature(subject) < 0.8),
    )
  }
  return inStudio(shot, brief, size)
}
