import type { Canvas } from '@napi-rs/canvas'
import type { Subject } from '../../brief.ts'
import { brightness, mix, type Colour } from '../colour.ts'
import type { Part } from '../layers.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { figurePicture } from '../subjects/figure-picture.ts'
import { tonesOf } from '../subjects/tones.ts'
import type { Carrier } from '../../design.ts'
import { drawBoard, drawChalkboard } from './boards.ts'
import { drawBanner, drawBubble, drawHeld, drawLabel, drawNeon } from './hangings.ts'
import { drawHeadline } from './headline.ts'
import { areaFor } from './make-room.ts'
import { drawSheetType } from './sheet-type.ts'

type Box = { x: number; y: number; width: number; height: number }

// Words are never styled: strokes and dots would make them unreadable. They move with what they are on.
function sheet(
  { width, height }: Stage,
  depth: number,
  draw: (context: ReturnType<Canvas['getContext']>) => void,
): Part {
  return { kind: 'sheet', role: 'overlay', depth, left: 0, right: width, top: 0, bottom: height, draw }
}

async function toneOf(stage: Stage, placement: Placement): Promise<Colour> {
  const subject = stage.brief.subjects[placement.subject] as Subject
  const small = { ...placement, width: placement.width, height: placement.height }
  return tonesOf(await figurePicture(subject, small)).main
}

function onFigure(stage: Stage, main: Placement, share: { wide: number; high: number; drop: number }): Box {
  const width = Math.min(stage.width * 0.9, main.width * share.wide)
  const height = Math.min(main.height * share.high, width * 0.7)
  const x = Math.max(stage.width * 0.03, Math.min(stage.width * 0.97 - width, main.x - width / 2))
  return { x, y: main.foot - main.height * share.drop - height / 2, width, height }
}

type Place = { stage: Stage; plan: ScenePlan; box: Box; text: string; texts: readonly string[]; carrier: Carrier }

// Carriers that have a place of their own in the picture.
function standing({ stage, plan, box, text, texts, carrier }: Place): Part {
  const order = { stage, text, box }
  const foot = Math.min(stage.height * 0.97, plan.floor)
  if (carrier === 'neon') return sheet(stage, 0.6, (context) => drawNeon(context, order))
  if (carrier === 'banner') return sheet(stage, 1, (context) => drawBanner(context, order))
  if (carrier === 'chalkboard') return sheet(stage, 1, (context) => drawChalkboard(context, { ...order, foot }))
  if (carrier === 'sign' || carrier === 'billboard')
    return sheet(stage, 1, (context) => drawBoard(context, { ...order, foot, printed: carrier === 'billboard' }))
  return sheet(stage, 0, (context) => drawHeadline(context, { stage, texts, box, carrier, sky: behindWords(stage) }))
}

// Carriers that are held by the first figure, stuck on it, or beside its head.
async function atFigure(stage: Stage, main: Placement, text: string, carrier: Carrier): Promise<Part> {
  if (carrier === 'held') {
    const tone = await toneOf(stage, main)
    const wide = Math.max(0.95, (stage.width * 0.3) / main.width)
    const box = onFigure(stage, main, { wide, high: 0.36, drop: 0.26 })
    return sheet(stage, 1, (context) => drawHeld(context, { stage, text, box, tone }))
  }
  if (carrier === 'bubble') {
    const head = { x: main.x, y: main.foot - main.height * 0.86, width: main.width }
    return sheet(stage, 1, (context) => drawBubble(context, { stage, text, head }))
  }
  const box = onFigure(stage, main, { wide: 0.62, high: 0.34, drop: 0.4 })
  return sheet(stage, 1, (context) => drawLabel(context, { stage, text, box }))
}

// What is written on a printed sheet itself, and on nothing in it.
const SET = /^(poster|card|book|sign|banner|chalkboard|billboard|label)$/

/** The sheets of the words of a brief: what they are written on, and they themselves. */
export async function letteringParts(stage: Stage, plan: ScenePlan): Promise<Part[]> {
  const { lettering } = stage.brief
  if (!lettering || lettering.texts.length === 0) return []
  const { carrier, texts } = lettering
  if (stage.brief.studio?.sheet && SET.test(carrier))
    return [sheet(stage, 0, (context) => drawSheetType(context, stage))]
  const main = plan.placements.find(({ subject, index }) => subject === 0 && index === 0) ?? plan.placements[0]
  const text = texts.join(carrier === 'bubble' ? ' ' : ' · ')
  // Over a view a headline leaves the middle free; on bare paper it is the picture.
  const bare = /^(studio|abstract)$/.test(stage.brief.archetype)
  const area = areaFor(carrier, stage, !main && (bare || !/^(poster|book|card)$/.test(carrier)))
  if (!area && main) return [await atFigure(stage, main, text, carrier)]
  const box = area
    ? { x: area.left, y: area.top, width: area.right - area.left, height: area.bottom - area.top }
    : { x: stage.width * 0.1, y: stage.height * 0.15, width: stage.width * 0.8, height: stage.height * 0.7 }
  return [standing({ stage, plan, box, text, texts, carrier })]
}

// The colour that a headline lies on, as far as light and place tell it.
function behindWords(stage: Stage): Colour {
  const { light, brief } = stage
  if (brief.studio?.colour) return brief.studio.colour
  const dark = light.dark || /^(space|cave|underwater|theatre)$/.test(brief.archetype)
  return dark ? mix(light.sky[0], '#05060f', 0.3) : brightness(light.sky[1]) > 0.5 ? light.sky[1] : light.sky[2]
}
