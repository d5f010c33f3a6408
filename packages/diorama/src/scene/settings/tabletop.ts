import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix, type Colour } from '../colour.ts'
import { bokeh } from '../draw/bokeh.ts'
import { drawWindow } from '../draw/window.ts'
import { interiorOf } from '../draw/interior/interiors.ts'
import { roomKit } from '../draw/interior/room-kit.ts'
import { paintWall } from '../draw/interior/surfaces.ts'
import { reach } from '../draw/reach.ts'
import { boundsOf } from '../plan/cluster.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import { polygon } from '../draw/shapes.ts'
import type { Part, Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { isOnItsDish } from '../../served-dishes.ts'
import { surfaceOf } from '../../surfaces.ts'
import { surfaceSheet } from '../design/surface.ts'
import { woodenTop } from './desk.ts'
import { indoors } from '../draw/indoor-light.ts'
import type { SettingOf } from './setting.ts'

const CLOTHS = ['#e9eef0', '#f3e6cf', '#c9d8cf', '#e6c8c0'] as const
const BACKS: readonly [readonly Colour[], ...(readonly Colour[])[]] = [
  ['#7a5a4a', '#b98a62', '#e2bd8c', '#f0d6ae'],
  ['#3f5f66', '#6f9490', '#b4c8b2', '#e4e4cc'],
  ['#5d4a66', '#9a748a', '#d8a69c', '#f2d2b8'],
  ['#4d6a4a', '#86a06a', '#c8cf98', '#f2ebc4'],
]

function plate(stage: Stage, places: readonly Placement[], others: readonly Placement[]): Sheet {
  const box = boundsOf(places)
  const { unit } = stage
  const x = (box.left + box.right) / 2
  // Neither over the edge of the picture nor under the next thing.
  const free = others.map((other) => Math.abs(other.x - x) - other.width * 0.42)
  const wide = Math.min((box.right - box.left) * 0.66 + unit * 5, x - unit * 2, stage.width - x - unit * 2, ...free)
  const y = box.bottom - unit * 1.4
  const flat = Math.max(unit * 3, Math.min(unit * 8, wide * 0.2))
  return {
    kind: 'sheet',
    role: 'land',
    depth: 1,
    left: x - wide - unit * 4,
    right: x + wide + unit * 4,
    top: y - flat - unit * 4,
    bottom: y + flat + unit * 5,
    shadow: 1.3,
    draw(context) {
      const china = indoors(stage, '#fdfbf6')
      const disc = (share: number, colour: Colour, dy = 0) => {
        context.fillStyle = colour
        context.beginPath()
        context.ellipse(x, y + dy, wide * share, flat * share, 0, 0, Math.PI * 2)
        context.fill()
      }
      disc(1, mix(china, stage.light.shadow, 0.22), unit * 0.8)
      disc(1, china)
      disc(0.93, mix(china, '#7fa3b8', 0.32))
      disc(0.9, china)
      disc(0.7, mix(china, stage.light.shadow, 0.1))
      disc(0.68, mix(china, '#ffffff', 0.4), unit * 0.3)
    },
  }
}

const CHECKED = /\b(gingham|check(er)?ed|chequered|plaid|tartan|picnic|vichy|kariert\w*|carreaux|cuadros|quadretti)\b/i
// A ground that is told leaves no room for a window.
const NO_WINDOW =
  /\b(back(ground|drop)|bokeh|moody|chiaroscuro|low[- ]key)\b|still life|stillleben|nature morte|bodeg[oó]n/i

// Stripes and bars where they were asked for; else a hem along the far edge.
function cloth(stage: Stage, plan: ScenePlan, colour: Colour): Sheet {
  const { unit, height, width } = stage
  const { from, to } = reach(stage)
  const top = plan.horizon + (plan.floor - plan.horizon) * 0.36
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.95,
    top: top - unit * 4,
    shadow: 0.8,
    draw(context) {
      const left = width * 0.1
      const right = width * 0.9
      polygon(context, [
        { x: left, y: top },
        { x: right, y: top },
        { x: right + width * 0.3, y: height + stage.margin },
        { x: left - width * 0.3, y: height + stage.margin },
      ])
      context.fillStyle = colour
      context.fill()
      context.clip()
      context.fillStyle = alpha(mix(colour, stage.light.shadow, 0.4), 0.3)
      if (!CHECKED.test(stage.brief.prompt)) {
        for (const share of [0.05, 0.075]) context.fillRect(from, top + (height - top) * share, to - from, unit * 0.3)
        return
      }
      for (let i = -9; i <= 9; i += 2) {
        const x = width / 2 + i * unit * 5.4
        polygon(context, [
          { x: x, y: top },
          { x: x + unit * 3.4, y: top },
          { x: x + unit * 5 + i * unit * 4, y: height + stage.margin },
          { x: x - unit * 1 + i * unit * 4, y: height + stage.margin },
        ])
        context.fill()
      }
      for (let i = 0; i < 5; i++) {
        const y = top + (height - top) * (i / 4.6) ** 1.5
        context.fillRect(from, y, to - from, unit * (0.9 + i * 0.9))
      }
    },
  }
}

function groupsOf(stage: Stage, plan: ScenePlan): Placement[][] {
  const eaten = plan.placements.filter((place) => {
    const subject = stage.brief.subjects[place.subject]
    return (
      subject &&
      /^food-(?!fruit|vegetable)|^food-(prepared|sweet|asian|marine)/.test(subject.kind) &&
      !isOnItsDish(subject.art) &&
      place.carrier === undefined
    )
  })
  const bySubject = new Map<number, Placement[]>()
  for (const place of eaten) bySubject.set(place.subject, [...(bySubject.get(place.subject) ?? []), place])
  return [...bySubject.values()]
}

// The room that was named, out of focus: its floor is below the edge of the table.
function roomBehind(context: SKRSContext2D, stage: Stage, { horizon }: ScenePlan): boolean {
  const look = interiorOf(stage)
  if (!look) return false
  const floor = horizon + stage.unit * 12
  paintWall(context, stage, look.wall, floor)
  look.onWall(roomKit(context, stage, 'wall', floor))
  look.before?.(roomKit(context, stage, 'furniture', floor))
  return true
}

// Fireworks over a table burst behind the third plate, or the second where there is a cloth.
const BEHIND = 3

// The table: of what was told, else of wood, with a cloth on it where one was told and now and then.
function tableParts(stage: Stage, plan: ScenePlan): Part[] {
  const random = stage.random.fork('table')
  const { prompt } = stage.brief
  const told = surfaceOf(prompt)
  const wood = indoors(stage, random.pick(['#a8703f', '#8a5a3a', '#c08a56', '#6f4a38']))
  const cloths = /\bwhite\b/i.test(prompt) ? CLOTHS.slice(0, 1) : CLOTHS
  const top =
    told === 'marble' || told === 'slate' || told === 'stones'
      ? surfaceSheet(stage, plan, { kind: told, wall: stage.light.dark ? '#303030' : '#ffffff', from: plan.horizon })
      : woodenTop(stage, plan.horizon, /\bdark\b[^,]{0,12}\bwood/i.test(prompt) ? mix(wood, '#140a06', 0.5) : wood)
  const laid = told === 'cloth' || CHECKED.test(prompt) || (told === undefined && random.chance(0.3))
  return laid ? [top, cloth(stage, plan, indoors(stage, random.pick(cloths as typeof CLOTHS)))] : [top]
}

/** A table laid for a still life, with a soft room behind it. */
export const tabletop: SettingOf = (stage, plan) => {
  const { unit, width, brief, light } = stage
  const random = stage.random.fork('table')
  const tones =
    brief.colours.length > 0
      ? brief.colours.flatMap((c) => [mix(c, '#20141c', 0.35), mix(c, '#fff4e0', 0.35)])
      : random.pick(BACKS)
  const sky = bokeh(
    stage,
    tones.map((tone) => indoors(stage, light.dark ? mix(tone, '#1a1430', 0.45) : tone)),
    {
      discs: 16,
      glow: light.dark ? '#ffcf8a' : '#fff6e0',
      at: { x: plan.light.x, y: plan.horizon * 0.3 },
      extra: (context) =>
        roomBehind(context, stage, plan) ||
        NO_WINDOW.test(brief.prompt) ||
        drawWindow(
          context,
          stage,
          {
            x: plan.light.x - unit * 15,
            y: unit * 4,
            width: unit * 30,
            height: Math.max(unit * 20, plan.horizon - unit * 14),
          },
          undefined,
        ),
    },
  )
  const laid = tableParts(stage, plan)
  const plates = width > unit * 40 ? groupsOf(stage, plan).filter((group) => group.length <= 4) : []
  for (const group of plates)
    laid.push(
      plate(
        stage,
        group,
        plan.placements.filter((place) => !group.includes(place)),
      ),
    )
  return { sky, far: laid.slice(0, BEHIND), near: laid.slice(BEHIND), front: [] }
}
