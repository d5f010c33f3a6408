import type { Brief } from '../../brief.ts'
import { aboutTheFirst, afloat, arranged, asSticker, onPaper } from '../design/arrange.ts'
import { isProductShot, onShow } from '../design/on-show.ts'
import { sheetLayout } from '../design/sheet-layout.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import { makeRoom } from '../type/make-room.ts'
import { comeNearer } from './come-nearer.ts'
import { fittedInto } from './move-placements.ts'
import { takeShot } from './take-shot.ts'

type Size = { width: number; height: number; unit: number }

// What a studio and words make of a plan.
function inStudio(plan: ScenePlan, brief: Brief, size: Size): ScenePlan {
  const { studio, lettering } = brief
  if (studio?.floating) return afloat(plan, size)
  const worded = lettering !== undefined && lettering.texts.length > 0
  if (isProductShot(brief, plan)) return onShow(plan, brief, size)
  if (studio?.sheet) return onPaper(plan, size, sheetLayout(brief, size).figures)
  return worded ? makeRoom(plan, lettering, size) : plan
}

// Whoever stands before a huge moon or sun is in the middle of it, all of them together.
function beforeDisc(plan: ScenePlan, { width, height }: Size): ScenePlan {
  const floor = height * 0.86
  const horizon = height * 0.8
  const radius = height * 0.39
  const middle = { x: width / 2, y: height * 0.46, radius }
  const box = { left: width * 0.5 - radius * 1.3, right: width * 0.5 + radius * 1.3, top: height * 0.26, bottom: floor }
  const placements = fittedInto(plan.placements, box, 1.6)
  return { ...plan, placements, floor, horizon, light: middle, focus: { x: width / 2, y: height / 2 } }
}

// A dish that is named first, with what belongs to it: it is what the picture is of, and no piece of a collection.
const isDish = ({ subjects: [first, ...others] }: Brief) =>
  first?.count === 1 &&
  others.length > 1 &&
  /^(food-(prepared|asian|sweet)|drink|dishware)/.test(first.kind) &&
  // A cup among pens and glasses is one thing of a desk.
  (!first.kind.startsWith('drink') || others.every(({ kind }) => /^(food|drink|dishware|plant)/.test(kind)))

// Stickers and signs of light stand nowhere.
function unplaced(plan: ScenePlan, { studio, lettering }: Brief, size: Size): ScenePlan {
  if (studio?.neon) return asSticker(plan, size, lettering ? 0.38 : 0.12)
  return studio?.sticker ? asSticker(plan, size) : plan
}

/** The plan of a scene after camera, design and lettering have had their say; without any of them, the plan itself. */
export function framePlan(plan: ScenePlan, brief: Brief, size: Size): ScenePlan {
  const { design, studio } = brief
  if (!design && !studio && brief.framing?.disc) return beforeDisc(inStudio(plan, brief, size), size)
  const near = design || studio ? plan : comeNearer(plan, brief, size)
  const shot = takeShot(unplaced(near, brief, size), brief, size)
  if (design?.kind === 'flat-lay') return isDish(brief) ? aboutTheFirst(shot, size) : arranged(shot, size, 0.8)
  return inStudio(shot, brief, size)
}
