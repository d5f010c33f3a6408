import { alpha, brightness, mix, type Colour } from '../colour.ts'
import { backdrop } from '../draw/backdrop.ts'
import { paintWall } from '../draw/interior/surfaces.ts'
import type { Part, Sheet } from '../layers.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { SettingOf } from '../settings/setting.ts'
import type { Stage } from '../stage.ts'
import { paintSplash } from './paint-splash.ts'
import { paperGround } from './paper-ground.ts'
import { surfaceSheet } from './surface.ts'

const SWEEPS = ['#e9e4dd', '#f3d9d2', '#d7e3ea', '#e4e0f0', '#dfe8dc', '#f2e3c6'] as const

/** The colour of the paper behind a product: what was asked for, else something quiet. */
export function sweepColour(stage: Stage): Colour {
  const { studio, colours, mood } = stage.brief
  const wish = studio?.colour ?? colours[0]
  if (wish) return wish
  if (mood === 'dark' || mood === 'dramatic' || stage.light.dark) return '#2a2a33'
  return stage.random.fork('sweep').pick(SWEEPS)
}

// Seamless paper: the wall runs into the floor without an edge, lighter where the lamp is.
function sweep(stage: Stage, plan: ScenePlan, tone: Colour): Sheet {
  const { width, height } = stage
  const white = brightness(tone) > 0.97
  return backdrop(stage, (context) => {
    context.fillStyle = tone
    context.fillRect(0, 0, width, height)
    const wall = context.createRadialGradient(
      width / 2,
      height * 0.36,
      0,
      width / 2,
      height * 0.36,
      Math.hypot(width, height) * 0.6,
    )
    wall.addColorStop(0, alpha('#ffffff', white ? 1 : 0.42))
    wall.addColorStop(0.55, alpha('#ffffff', 0))
    wall.addColorStop(1, alpha(mix(tone, '#1a1a26', 0.7), white ? 0.05 : 0.2))
    context.fillStyle = wall
    context.fillRect(0, 0, width, height)
    const floor = context.createLinearGradient(0, plan.horizon, 0, height)
    floor.addColorStop(0, alpha(mix(tone, '#14141f', 0.6), 0))
    floor.addColorStop(0.3, alpha(mix(tone, '#14141f', 0.6), white ? 0.035 : 0.12))
    floor.addColorStop(1, alpha('#ffffff', white ? 0 : 0.18))
    context.fillStyle = floor
    context.fillRect(0, plan.horizon, width, height - plan.horizon)
  })
}

// A round stand under everything that stands on the floor.
function podium(stage: Stage, plan: ScenePlan, tone: Colour): Sheet {
  const { unit, width, height } = stage
  const on = plan.placements.filter(({ contact }) => contact === 'ground')
  const left = Math.min(...on.map((piece) => piece.x - piece.width / 2), width * 0.5 - unit * 12)
  const right = Math.max(...on.map((piece) => piece.x + piece.width / 2), width * 0.5 + unit * 12)
  const half = Math.min(width * 0.46, (right - left) / 2 + unit * 7)
  const flat = half * 0.2
  const x = (left + right) / 2
  const top = plan.floor - flat * 0.25
  const high = Math.min(unit * 12, height - top - flat - unit * 2)
  const light = mix(tone, '#ffffff', brightness(tone) > 0.6 ? 0.55 : 0.25)
  const dark = mix(tone, '#1b1b28', 0.28)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 1,
    shadow: 2,
    draw(context) {
      const fallen = context.createRadialGradient(0, 0, 0, 0, 0, 1)
      fallen.addColorStop(0, alpha('#14141f', 0.34))
      fallen.addColorStop(1, alpha('#14141f', 0))
      context.save()
      context.translate(x, top + high + flat * 0.2)
      context.scale(half * 1.3, flat * 1.5)
      context.fillStyle = fallen
      context.fillRect(-1, -1, 2, 2)
      context.restore()
      const side = context.createLinearGradient(x - half, 0, x + half, 0)
      side.addColorStop(0, dark)
      side.addColorStop(0.35, light)
      side.addColorStop(1, dark)
      context.fillStyle = side
      context.beginPath()
      context.ellipse(x, top, half, flat, 0, Math.PI, 0, true)
      context.lineTo(x + half, top + high)
      context.ellipse(x, top + high, half, flat, 0, 0, Math.PI)
      context.closePath()
      context.fill()
      context.fillStyle = mix(light, '#ffffff', 0.35)
      context.beginPath()
      context.ellipse(x, top, half, flat, 0, 0, Math.PI * 2)
      context.fill()
    },
  }
}

// A wall at night, lit in the middle by what glows on it. No style draws its bricks anew.
function darkBricks(stage: Stage): Sheet {
  const { width, height, brief } = stage
  const glow = brief.colours[0] ?? '#e0409a'
  const wall = backdrop(stage, (context) => {
    paintWall(context, stage, { colour: '#8a5a58', kind: 'bricks' }, height)
    context.fillStyle = alpha('#0a0612', 0.6)
    context.fillRect(0, 0, width, height)
    const light = context.createRadialGradient(width / 2, height / 2, 0, width / 2, height / 2, height * 0.7)
    light.addColorStop(0, alpha(glow, 0.42))
    light.addColorStop(1, alpha(glow, 0))
    context.fillStyle = light
    context.fillRect(0, 0, width, height)
  })
  return { ...wall, role: 'overlay' }
}

/** A photographer's studio: seamless paper, soft light, and a stand where one is asked for. */
export const studio: SettingOf = (stage, plan) => {
  const tone = sweepColour(stage)
  const wish = stage.brief.studio
  if (wish?.neon) return { sky: darkBricks(stage), far: [], near: [], front: [] }
  if (wish?.sheet) return { sky: paperGround(stage, plan), far: [], near: [], front: [] }
  const near: Part[] = wish?.surface ? [surfaceSheet(stage, plan, { kind: wish.surface, wall: tone })] : []
  if (wish?.podium) near.push(podium(stage, plan, tone))
  if (wish?.splash) near.push(...paintSplash(stage, plan, wish.splash))
  return { sky: sweep(stage, plan, tone), far: [], near, front: [] }
}
