import { createCanvas } from '@napi-rs/canvas'
import { traitsOf } from '../archetype-traits.ts'
import type { Brief } from '../brief.ts'
import { bakedItems, stillFrame } from './bake-scene.ts'
import { cameraPath } from './camera.ts'
import { rainbowParts } from './draw/heaven.ts'
import { puddles } from './draw/wet-ground.ts'
import { auroraParts, fireworkParts } from './draw/lights.ts'
import { milkyWayParts } from './draw/milky-way.ts'
import { drawItems, type Moment } from './draw-frame.ts'
import { withoutHidden } from './occlusion.ts'
import { fogParts } from './air/fog.ts'
import { candleTable, flameLight } from './air/flame-light.ts'
import { airOf } from './air/air.ts'
import { chimneySmoke } from './air/chimney-smoke.ts'
import { boxFinder } from './box-finder.ts'
import { pixelScene } from './pixel-scene.ts'
import { inHands } from './events/in-hands.ts'
import { lightingUp } from './events/lighting-up.ts'
import { lampsAtNight } from './events/lamps-at-night.ts'
import { changingScene } from './changing-scene.ts'
import { roomToGo } from './motion/room-to-go.ts'
import { asItBegins } from './motion/as-it-begins.ts'
import { sceneChange } from './motion/scene-change.ts'
import { splashParts } from './events/splash.ts'
import { planStage } from '../staging/plan-stage.ts'
import type { StagePlan } from '../staging/stage-plan.ts'
import { castOf } from './plan/cast.ts'
import { behindPanes, beyondIn } from './plan/behind-panes.ts'
import { hangOnWall, hungIn } from './plan/hang-on-wall.ts'
import { planScene } from './plan/plan-scene.ts'
import { revisedPlan } from './plan/revise-plan.ts'
import type { ScenePlan } from './plan/scene-plan.ts'
import type { Scene, SceneOptions } from './scene.ts'
import { isPlainSheet, placesItsOwn, settingFor, sheetParts } from './design/designs.ts'
import { floralBorder, isFloral } from './design/floral-border.ts'
import type { InnerScene } from './design/inner-scene.ts'
import { decorParts } from './design/sheet-decor.ts'
import { stickerParts } from './design/sticker.ts'
import { aimOf } from './shot/aim.ts'
import { framePlan } from './shot/frame-plan.ts'
import { headedTheWay } from './shot/head-the-way.ts'
import { seenFromSide } from './shot/side-views.ts'
import { letteringParts } from './type/lettering.ts'
import type { Part } from './layers.ts'
import type { Stage } from './stage.ts'
import { sceneKey, stageOf } from './stage-of.ts'
import { pixelSize } from './styles/palette.ts'
import { STYLES } from './styles/styles.ts'
import { inSeason } from './subjects/in-season.ts'
import { subjectParts } from './subjects/subject-parts.ts'

/** Stages the brief in its style. The same brief and options draw the same pixels, on any thread. */
export async function buildScene(brief: Brief, options: SceneOptions): Promise<Scene> {
  if (!STYLES[brief.style].inSquares) return wholeScene(brief, options)
  const { width, height } = options
  const block = pixelSize(width, height)
  const small = { ...options, width: Math.ceil(width / block), height: Math.ceil(height / block) }
  return pixelScene(await wholeScene(brief, small), { width, height, block })
}

// Where the hour, the weather or the season changes there are two looks of the same scene.
async function wholeScene(brief: Brief, options: SceneOptions): Promise<Scene> {
  const change = sceneChange(brief, options)
  if (!change) return layeredScene(brief, options)
  const chance = brief.chance ?? sceneKey(brief)
  const first = await layeredScene({ ...change.first, chance }, options)
  const second = await layeredScene(
    { ...change.second, chance },
    { ...options, ...(change.toNight && { lampsLit: true }) },
  )
  return changingScene(first, second, change.part)
}

function skyShows(stage: Stage, horizon: number): Part[] {
  if (!traitsOf(stage.brief.archetype).where.hasSky) return []
  return [...milkyWayParts(stage, horizon), ...auroraParts(stage, horizon), ...rainbowParts(stage, horizon)]
}

// With a script the figures are those of its stage plan; without one, the subjects as they are.
function castFor(asked: Brief, always: boolean): { brief: Brief; staged: StagePlan | undefined } {
  // A sheet places its motifs itself, whoever they would be on a stage.
  const staged = asked.script && !placesItsOwn(asked) ? planStage(asked.script, always) : undefined
  if (!staged) return { brief: castOf(asked), staged: undefined }
  return { brief: { ...asked, subjects: staged.entities, relations: [] }, staged }
}

// Where everything goes; a picture that is drawn again after a wish keeps the places that it had.
// `before` is how they stood until then: hills, trees and furniture keep to that.
type Staged = { stage: Stage; plan: ScenePlan }
type Planned = Staged & { before: Staged }
function plannedStage(told: Brief, options: SceneOptions, again = false): Planned {
  const chance = told.chance ?? sceneKey(told)
  const asked = { ...told, chance }
  const { brief, staged } = castFor(
    seenFromSide(inSeason(options.still ? asked : asItBegins(asked)), options.still === true),
    again,
  )
  const hung = hungIn(brief)
  const beyond = beyondIn(brief)
  const stage = stageOf({ ...brief, subjects: [...brief.subjects, ...hung, ...beyond] }, options)
  const { width, height } = stage
  const planned = planScene(brief, { width, height, random: stage.random, time: stage.light.time, staged })
  const standing = roomToGo(headedTheWay(framePlan(planned, brief, stage), brief, width), stage)
  const room = hangOnWall(standing, hung, stage, brief.subjects.length)
  const plan = behindPanes(room, beyond, stage, brief.subjects.length + hung.length)
  if (!asked.after) return { stage, plan, before: { stage, plan } }
  const after = plannedStage({ ...asked.after, chance }, options, staged !== undefined)
  const revised = revisedPlan({ brief: stage.brief, plan }, { brief: after.stage.brief, plan: after.plan }, stage)
  return { stage: { ...stage, brief: revised.brief }, plan: revised.plan, before: { stage, plan } }
}

// Everything is painted once here, so that a frame is only a matter of moving sheets.
async function layeredScene(asked: Brief, options: SceneOptions): Promise<Scene> {
  const planned = plannedStage(asked, options)
  const { stage, plan } = planned
  const { brief, width, height } = stage
  refuseEndless(plan)
  const inner: InnerScene = async (one, size) => {
    const scene = await buildScene(one, { ...options, ...size, still: true })
    const canvas = createCanvas(size.width, size.height)
    scene.drawFrame(canvas.getContext('2d'), scene.stillAt)
    scene.close?.()
    return canvas
  }
  const parts = (await sheetParts(stage, inner)) ?? (await sceneParts(planned))
  if (!isPlainSheet(brief)) parts.push(...STYLES[brief.style].finish(stage))
  // Half-way between the subject and the middle: towards it, without pushing others out at the far side.
  const focus = { x: (plan.focus.x + width / 2) / 2, y: (plan.focus.y + height / 2) / 2 }
  const camera = cameraPath(brief.camera, { archetype: brief.archetype, clock: stage.clock, ...aimOf(stage, plan) })
  const momentAt = (second: number, scale = 1): Moment => {
    const at = stage.clock.at(second)
    return { width, height, focus, clock: stage.clock, view: camera(at), second: at, scale }
  }
  const seen = withoutHidden(parts, stage)
  const stillAt = stage.clock.seconds / 2
  if (options.still) return { width, height, stillAt, ...(await stillFrame(seen, stage, momentAt(stillAt))) }
  const items = await bakedItems(seen, stage)
  const boxesAt = options.whole ? undefined : await boxFinder(items)
  return {
    width,
    height,
    stillAt,
    drawFrame(context, second, scale) {
      const moment = momentAt(second, scale)
      drawItems(context, items, moment, boxesAt?.(moment))
    },
  }
}

// A picture without end would not be refused by the library that draws it: it would end the whole process.
function refuseEndless({ placements }: ScenePlan): void {
  for (const { subject, x, foot, width, height } of placements)
    if (![x, foot, width, height].every(Number.isFinite)) throw new Error(`Figure ${subject} has no place in the scene`)
}

async function sceneParts({ stage, plan, before }: Planned): Promise<Part[]> {
  const { brief, height } = stage
  const settingOf = await settingFor(brief)
  const setting = settingOf(before.stage, before.plan)
  const afloat = plan.placements.filter((placement) => setting.shore && placement.contact === 'water')
  const others = plan.placements.filter((placement) => !afloat.includes(placement))
  const air = airOf(stage)
  const horizon = Math.min(plan.horizon, height * 0.75)
  const parts: Part[] = [
    setting.sky,
    ...air.behind,
    ...skyShows(stage, horizon),
    ...setting.far,
    ...fireworkParts(stage, horizon),
    ...setting.near,
    ...puddles(stage, plan),
    ...fogParts(stage, plan, 0.7),
    ...candleTable(stage, plan),
  ]
  for (const placement of afloat) parts.push(...(await subjectParts(stage, plan, placement)))
  parts.push(...(setting.shore ?? []))
  if (brief.studio?.sheet) parts.push(...(await decorParts(stage)))
  if (brief.studio?.sticker) parts.push(...(await stickerParts(stage, plan)))
  if (isFloral(brief)) parts.push(...(await floralBorder(stage)))
  else for (const placement of others) parts.push(...(await subjectParts(stage, plan, placement)))
  parts.push(
    ...inHands(stage, plan),
    ...chimneySmoke(stage, plan),
    ...splashParts(stage, plan),
    ...setting.front,
    ...fogParts(stage, plan, 1.3),
    ...flameLight(stage, plan),
    ...air.front,
  )
  parts.push(...lightingUp(stage, plan), ...lampsAtNight(stage, plan), ...(await letteringParts(stage, plan)))
  return parts
}
