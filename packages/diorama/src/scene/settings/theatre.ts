import { alpha, mix, type Colour } from '../colour.ts'
import { reach } from '../draw/reach.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import { polygon } from '../draw/shapes.ts'
import type { Part, Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'
import type { SettingOf } from './setting.ts'

const CURTAINS = ['#a8283c', '#7a2f6a', '#2f4f8a', '#2f6a5a'] as const

function curtainSheet(stage: Stage, colour: Colour, side: -1 | 1, share: number): Sheet {
  const { unit, width, height } = stage
  const { from, to } = reach(stage)
  const edge = side < 0 ? from : to
  const inner = side < 0 ? width * share : width * (1 - share)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 1.3,
    ...(side < 0 ? { right: inner + unit * 4 } : { left: inner - unit * 4 }),
    shadow: 2,
    motion: (second) => ({ x: side * unit * 0.25 * stage.clock.wave(second, 4.5, side * 0.2) }),
    draw(context) {
      const folds = 6
      for (let i = 0; i < folds; i++) {
        const a = edge + ((inner - edge) * i) / folds
        const b = edge + ((inner - edge) * (i + 1)) / folds
        const fill = context.createLinearGradient(a, 0, b, 0)
        fill.addColorStop(0, mix(colour, '#12061a', 0.5))
        fill.addColorStop(0.5, mix(colour, '#ffd0b0', 0.14))
        fill.addColorStop(1, mix(colour, '#12061a', 0.5))
        context.fillStyle = fill
        context.beginPath()
        context.moveTo(a - side, -stage.margin)
        context.lineTo(b + side, -stage.margin)
        context.quadraticCurveTo(b - side * unit * 2, height * 0.5, b + side, height + stage.margin)
        context.lineTo(a, height + stage.margin)
        context.fill()
      }
    },
  }
}

function valance(stage: Stage, colour: Colour): Sheet {
  const { unit } = stage
  const { from, to } = reach(stage)
  const high = Math.min(unit * 9, stage.height * 0.12)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 1.35,
    bottom: high * 2,
    shadow: 1.6,
    draw(context) {
      const wide = unit * 14
      for (let x = from - wide / 2; x < to; x += wide) {
        context.fillStyle = mix(colour, '#12061a', 0.1)
        context.beginPath()
        context.moveTo(x, -stage.margin)
        context.lineTo(x + wide, -stage.margin)
        context.lineTo(x + wide, high * 0.5)
        context.quadraticCurveTo(x + wide / 2, high * 1.5, x, high * 0.5)
        context.fill()
        context.strokeStyle = '#e8b85c'
        context.lineWidth = unit * 0.6
        context.beginPath()
        context.moveTo(x, high * 0.5)
        context.quadraticCurveTo(x + wide / 2, high * 1.5, x + wide, high * 0.5)
        context.stroke()
      }
    },
  }
}

function spot(stage: Stage, plan: ScenePlan, index: number): Part {
  const { width, height, unit, clock } = stage
  const from = { x: width * (0.2 + 0.3 * (index % 3)), y: -unit * 6 }
  const aim = plan.focus.x
  const wide = Math.min(unit * 26, width * 0.36)
  const warm = index === 1 ? '#fff4cf' : index === 0 ? '#ffd0e0' : '#cfe4ff'
  return {
    kind: 'sheet',
    role: 'glow',
    depth: 0.6,
    left: Math.min(from.x, aim - wide * 0.62) - unit * 3,
    right: Math.max(from.x, aim + wide * 0.62) + unit * 3,
    top: 0,
    bottom: plan.floor + unit * 4,
    pivot: from,
    motion: (second) => ({
      turn: index === 1 ? 0 : 0.05 * clock.wave(second, 5, index * 0.5),
      opacity: 0.85 + 0.15 * clock.wave(second, 3, index * 0.3),
    }),
    draw(context) {
      const fade = context.createLinearGradient(0, 0, 0, plan.floor)
      fade.addColorStop(0, alpha(warm, index === 1 ? 0.5 : 0.34))
      fade.addColorStop(1, alpha(warm, index === 1 ? 0.16 : 0.04))
      context.fillStyle = fade
      polygon(context, [
        { x: from.x - unit * 1.5, y: from.y },
        { x: from.x + unit * 1.5, y: from.y },
        { x: aim + wide * 0.62, y: Math.min(height, plan.floor + unit * 4) },
        { x: aim - wide * 0.62, y: Math.min(height, plan.floor + unit * 4) },
      ])
      context.fill()
    },
  }
}

function boards(stage: Stage, plan: ScenePlan): Sheet {
  const { unit, width, height } = stage
  const { from, to } = reach(stage)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.85,
    top: plan.horizon - unit * 3,
    solidFrom: plan.horizon,
    shadow: 1,
    draw(context) {
      const fill = context.createLinearGradient(0, plan.horizon, 0, height)
      fill.addColorStop(0, '#4a2c34')
      fill.addColorStop(1, '#7d4c3e')
      context.fillStyle = fill
      context.fillRect(from, plan.horizon, to - from, height)
      context.strokeStyle = 'rgba(20,6,16,0.35)'
      context.lineWidth = Math.max(1, unit * 0.16)
      for (let i = -18; i <= 18; i++) {
        context.beginPath()
        context.moveTo(width / 2 + i * unit * 5, plan.horizon)
        context.lineTo(width / 2 + i * unit * 13, height + stage.margin)
        context.stroke()
      }
      const pool = context.createRadialGradient(0, 0, 0, 0, 0, 1)
      pool.addColorStop(0, 'rgba(255,244,207,0.62)')
      pool.addColorStop(1, 'rgba(255,244,207,0)')
      context.translate(plan.focus.x, plan.floor + unit)
      context.scale(Math.min(unit * 38, width * 0.45), unit * 9)
      context.fillStyle = pool
      context.fillRect(-1, -1, 2, 2)
    },
  }
}

function plinth(stage: Stage, plan: ScenePlan): Sheet {
  const { unit } = stage
  const spread = plan.placements.map((place) => Math.abs(place.x - plan.focus.x) + place.width / 2)
  const wide = Math.min(stage.width * 0.44, Math.max(unit * 18, ...spread) * 1.05)
  const y = plan.floor
  return {
    kind: 'sheet',
    role: 'land',
    depth: 1,
    left: plan.focus.x - wide - unit * 6,
    right: plan.focus.x + wide + unit * 6,
    top: y - unit * 8,
    bottom: y + unit * 16,
    shadow: 1.5,
    draw(context) {
      for (const [share, drop, side, top] of [
        [1.12, 6, '#5d3a5e', '#8a5a86'],
        [1, 0, '#7a4a72', '#c48fb0'],
      ] as const) {
        const flat = unit * 3 * share
        const high = unit * 5
        context.fillStyle = side
        context.beginPath()
        context.ellipse(plan.focus.x, y + unit * drop * 0.8 + high, wide * share, flat, 0, 0, Math.PI)
        context.lineTo(plan.focus.x - wide * share, y + unit * drop * 0.8)
        context.lineTo(plan.focus.x + wide * share, y + unit * drop * 0.8)
        context.fill()
        context.fillStyle = top
        context.beginPath()
        context.ellipse(plan.focus.x, y + unit * drop * 0.8, wide * share, flat, 0, 0, Math.PI * 2)
        context.fill()
      }
    },
  }
}

/** A theatre stage: curtains, spotlights, and a plinth for what is shown. */
export const theatre: SettingOf = (stage, plan) => {
  const random = stage.random.fork('theatre')
  const colour = stage.brief.colours[0] ?? random.pick(CURTAINS)
  const share = stage.width > stage.height ? 0.12 : 0.07
  const sky: Sheet = {
    kind: 'sheet',
    role: 'sky',
    depth: 0.2,
    draw(context) {
      const { width, height, margin } = stage
      const fill = context.createRadialGradient(
        plan.focus.x,
        height * 0.45,
        0,
        plan.focus.x,
        height * 0.45,
        Math.max(width, height) * 0.7,
      )
      fill.addColorStop(0, mix(colour, '#4a3a6a', 0.55))
      fill.addColorStop(1, mix(colour, '#0a0614', 0.86))
      context.fillStyle = fill
      context.fillRect(-margin, -margin, width + margin * 2, height + margin * 2)
    },
  }
  return {
    sky,
    far: [boards(stage, plan), spot(stage, plan, 0), spot(stage, plan, 2)],
    near: [spot(stage, plan, 1), plinth(stage, plan)],
    front: [curtainSheet(stage, colour, -1, share), curtainSheet(stage, colour, 1, share), valance(stage, colour)],
  }
}
