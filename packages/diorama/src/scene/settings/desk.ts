import { alpha, mix } from '../colour.ts'
import { furnish } from '../draw/interior/furnish.ts'
import { bookshelf, framedPicture } from '../draw/furniture.ts'
import { indoors } from '../draw/indoor-light.ts'
import { reach } from '../draw/reach.ts'
import { drawWindow } from '../draw/window.ts'
import type { Part, Sheet } from '../layers.ts'
import { deskDressing } from '../plan/set-dressing.ts'
import type { Stage } from '../stage.ts'
import type { SettingOf } from './setting.ts'

/** A wooden surface in perspective, from its far edge to the bottom of the picture. */
export function woodenTop(stage: Stage, top: number, wood: string): Sheet {
  const { unit, height, width } = stage
  const { from, to } = reach(stage)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.9,
    top: top - unit * 4,
    solidFrom: top,
    shadow: 1.4,
    draw(context) {
      const fill = context.createLinearGradient(0, top, 0, height)
      fill.addColorStop(0, mix(wood, '#fff0d8', 0.22))
      fill.addColorStop(1, mix(wood, stage.light.shadow, 0.22))
      context.fillStyle = fill
      context.fillRect(from, top, to - from, height - top + stage.margin)
      const random = stage.random.fork('planks')
      context.lineWidth = Math.max(1, unit * 0.16)
      for (let i = 0; i < 6; i++) {
        const y = top + (height - top + stage.margin) * ((i + 0.7) / 6) ** 1.5
        context.strokeStyle = alpha('#2a140c', 0.24)
        context.beginPath()
        context.moveTo(from, y)
        context.lineTo(to, y)
        context.stroke()
        for (let k = 0; k < 9; k++) {
          const x = random.between(from, to)
          const at = y - random.between(0.3, 2.4) * unit
          context.strokeStyle = alpha('#3a1c10', 0.12)
          context.beginPath()
          context.moveTo(x, at)
          context.bezierCurveTo(
            x + width * 0.04,
            at - unit * 0.4,
            x + width * 0.08,
            at + unit * 0.4,
            x + width * 0.13,
            at,
          )
          context.stroke()
        }
      }
      context.fillStyle = alpha('#ffffff', 0.2)
      context.fillRect(from, top, to - from, Math.max(1, unit * 0.3))
    },
  }
}

/** A desk by the window. */
export const desk: SettingOf = (stage, plan) => {
  const { unit, width, brief } = stage
  const top = plan.horizon
  const random = stage.random.fork('desk')
  const walls = ['#dfe3d2', '#eedcc6', '#d4dde8', '#e9d2cb'] as const
  const wall = indoors(stage, brief.colours[0] ? mix('#eedcc6', brief.colours[0], 0.45) : random.pick(walls))
  const windowRight = plan.focus.x < width / 2
  const boxWidth = Math.min(unit * 36, width * 0.6)
  const box = {
    x: windowRight ? width * 0.93 - boxWidth : width * 0.07,
    y: unit * 7,
    width: boxWidth,
    height: Math.min(top * 0.72, unit * 40),
  }
  const wallSheet: Sheet = {
    kind: 'sheet',
    role: 'land',
    depth: 0.4,
    bottom: top + unit * 6,
    draw(context) {
      const { from, to } = reach(stage)
      const fill = context.createLinearGradient(0, 0, 0, top)
      fill.addColorStop(0, mix(wall, stage.light.shadow, 0.12))
      fill.addColorStop(1, mix(wall, '#ffffff', 0.12))
      context.fillStyle = fill
      context.fillRect(from, -stage.margin, to - from, top + stage.margin + unit * 8)
      drawWindow(context, stage, box, undefined)
      const side = windowRight ? width * 0.08 : width * 0.92 - unit * 30
      if (width < unit * 90) return
      bookshelf(context, random, { x: side, y: unit * 20, width: unit * 30, height: unit * 12 }, 1)
      framedPicture(context, random, { x: side + unit * 3, y: unit * 4, width: unit * 9, height: unit * 11 })
      framedPicture(context, random, { x: side + unit * 16, y: unit * 6, width: unit * 10, height: unit * 8 })
    },
  }
  const far: Part[] = [
    woodenTop(stage, top, indoors(stage, '#b98252')),
    {
      kind: 'sheet',
      role: 'land',
      depth: 0.94,
      top: top - unit * 52,
      bottom: top + unit * 8,
      shadow: 1,
      draw: furnish(stage, 'things', deskDressing(stage, plan), { cloth: '#4f8a86', shade: '#4f8a86' }),
    },
  ]
  return { sky: wallSheet, far, near: [], front: [] }
}
