import type { SKRSContext2D } from '@napi-rs/canvas'
import { hasFeature } from '../../places.ts'
import { alpha, mix, type Colour } from '../colour.ts'
import { furnish } from '../draw/interior/furnish.ts'
import { interiorOf } from '../draw/interior/interiors.ts'
import { indoors } from '../draw/indoor-light.ts'
import { flatGround, jointsAhead } from '../draw/ground.ts'
import { reach } from '../draw/reach.ts'
import { drawWindow } from '../draw/window.ts'
import { kitchenWall } from '../draw/interior/kitchen.ts'
import { roomDressing } from '../plan/set-dressing.ts'
import type { Part, Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'
import type { InteriorLook } from '../draw/interior/interior-look.ts'
import { roomKit, type RoomKit } from '../draw/interior/room-kit.ts'
import { floorSheet, paintCeiling, paintWall } from '../draw/interior/surfaces.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import { windowBox } from '../draw/interior/window-box.ts'
import { rug } from '../draw/interior/rug.ts'
import type { Setting, SettingOf } from './setting.ts'

const SCHEMES = [
  { wall: '#f0d9bd', accent: '#c8745a', floor: '#b07a4e', sofa: '#4f7f8a' },
  { wall: '#cfdccf', accent: '#6f8f6a', floor: '#a97b52', sofa: '#c97b5a' },
  { wall: '#d6dcea', accent: '#6a7fae', floor: '#9c7a5e', sofa: '#d8a04a' },
  { wall: '#f2d3cc', accent: '#b5657a', floor: '#b98a5e', sofa: '#6a6f9e' },
] as const

function wallpaper(context: SKRSContext2D, stage: Stage, wall: Colour, bottom: number): void {
  const { unit } = stage
  const { from, to } = reach(stage)
  const fill = context.createLinearGradient(0, 0, 0, bottom)
  fill.addColorStop(0, mix(wall, '#2a1a30', 0.14))
  fill.addColorStop(0.6, wall)
  fill.addColorStop(1, mix(wall, '#ffffff', 0.1))
  context.fillStyle = fill
  context.fillRect(from, -stage.margin, to - from, bottom + stage.margin)
  context.fillStyle = alpha(mix(wall, '#ffffff', 0.5), 0.35)
  const kind = stage.random.fork('paper').int(0, 2)
  for (let x = from; x < to; x += unit * 5) {
    if (kind === 0) context.fillRect(x, -stage.margin, unit * 2.2, bottom + stage.margin)
    if (kind !== 1) continue
    for (let y = -stage.margin; y < bottom; y += unit * 5) {
      context.beginPath()
      context.arc(x + (Math.round(y / unit / 5) % 2 === 0 ? 0 : unit * 2.5), y, unit * 0.45, 0, Math.PI * 2)
      context.fill()
    }
  }
}

function floorboards(stage: Stage, top: number, colour: Colour): Sheet {
  const { unit } = stage
  const { from, to } = reach(stage)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.86,
    top: top - unit * 3,
    solidFrom: top,
    shadow: 0.7,
    draw(context) {
      context.fillStyle = indoors(stage, '#fbf3e6')
      context.fillRect(from, top - unit * 1.8, to - from, unit * 2)
      flatGround(context, stage, top, [mix(colour, stage.light.shadow, 0.22), mix(colour, '#ffe6c0', 0.1)])
      context.strokeStyle = alpha(stage.light.shadow, 0.24)
      context.lineWidth = Math.max(1, unit * 0.14)
      jointsAhead(context, stage, { top, far: 7, near: 14, most: 16 })
    },
  }
}

const BRICKS = { colour: '#b0674c', kind: 'bricks' } as const

// Reaches nearly to the ceiling, in the middle of the wall: what else hangs there is at the sides.
function largeWindow(kit: RoomKit): void {
  kit.window(0, 10, Math.min(56, kit.seen * 0.8), Math.max(24, kit.top - 16), { bars: 4, frame: '#3a3a40' })
}

// How many units before the wall the furniture stands: behind whoever is in the room.
const BEFORE = 4.5

// A rug that was asked for is the only one.
const hasOwnRug = ({ brief }: Stage) => brief.subjects.some(({ art }) => art === 'rug')

const inWallColour = <Wall extends { colour: Colour }>({ brief }: Stage, wall: Wall): Wall =>
  brief.wall ? { ...wall, colour: brief.wall } : wall

/** A room of a kind: its walls, its floor, and what such a room is known by. */
function interior(stage: Stage, plan: ScenePlan, look: InteriorLook): Setting {
  const { unit } = stage
  const { horizon } = plan
  const far: Part[] = [floorSheet(stage, horizon, look.floor, look.skirting)]
  if (look.rug && !hasOwnRug(stage)) far.push(rug(stage, plan, look.rug))
  const { before } = look
  if (before)
    far.push({
      kind: 'sheet',
      role: 'land',
      depth: 0.8,
      top: -stage.margin,
      bottom: horizon + unit * 10,
      shadow: 1.2,
      draw: (context) => before(roomKit(context, stage, 'furniture', horizon + unit * BEFORE)),
    })
  return {
    sky: {
      kind: 'sheet',
      role: 'land',
      depth: 0.4,
      draw(context) {
        const wall = hasFeature(stage.brief, 'brick-walls') ? BRICKS : inWallColour(stage, look.wall)
        paintWall(context, stage, wall, horizon + unit * 2)
        paintCeiling(context, stage, wall.colour, horizon)
        const kit = roomKit(context, stage, 'wall', horizon)
        if (hasFeature(stage.brief, 'large-windows')) largeWindow(kit)
        look.onWall(kit)
      },
    },
    far,
    near: [],
    front: [],
  }
}

/** A room of the kind that its name asks for; without one, a room with a window and somewhere to sit. */
export const room: SettingOf = (stage, plan) => {
  const look = interiorOf(stage)
  return look ? interior(stage, plan, look) : livingRoom(stage, plan)
}

const livingRoom: SettingOf = (stage, plan) => {
  const { unit } = stage
  const random = stage.random.fork('room')
  const scheme = random.pick(SCHEMES)
  const wish = stage.brief.colours[0]
  const wall = indoors(stage, stage.brief.wall ?? (wish ? mix(scheme.wall, wish, 0.45) : scheme.wall))
  const pane = windowBox(stage, plan)
  const kitchen = hasFeature(stage.brief, 'kitchen')
  const wallSheet: Sheet = {
    kind: 'sheet',
    role: 'land',
    depth: 0.4,
    draw(context) {
      if (hasFeature(stage.brief, 'brick-walls')) paintWall(context, stage, BRICKS, plan.horizon + unit * 2)
      else wallpaper(context, stage, wall, plan.horizon + unit * 2)
      // Whoever is on a windowsill has a window of their own.
      const sill = stage.brief.subjects.some(({ art }) => art === 'windowsill')
      if (!hasFeature(stage.brief, 'bookshelves') && !sill)
        drawWindow(context, stage, pane, kitchen ? undefined : indoors(stage, scheme.accent))
      if (kitchen) kitchenWall(context, stage, pane, plan.horizon)
    },
  }
  const far: Part[] = [floorboards(stage, plan.horizon, indoors(stage, scheme.floor))]
  if (!kitchen)
    far.push({
      kind: 'sheet',
      role: 'land',
      depth: 0.8,
      bottom: plan.horizon + unit * 9,
      shadow: 1.2,
      draw: furnish(stage, 'furniture', roomDressing(stage, plan), { cloth: scheme.sofa, shade: '#f3d9a8' }),
    })
  if (!hasOwnRug(stage)) far.push(rug(stage, plan, scheme.accent))
  return { sky: wallSheet, far, near: [], front: [] }
}
