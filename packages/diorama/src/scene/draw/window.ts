import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix, type Colour } from '../colour.ts'
import { materialsOf } from '../materials.ts'
import type { Stage } from '../stage.ts'
import { drawTree } from './trees.ts'
import { glow } from './shapes.ts'

export type Box = { x: number; y: number; width: number; height: number }

/** A window with the weather and the hour outside, in a wooden frame with curtains. */
export function drawWindow(context: SKRSContext2D, stage: Stage, box: Box, curtain: Colour | undefined): void {
  const { light, unit } = stage
  const random = stage.random.fork('window')
  const materials = materialsOf(stage.season)
  context.save()
  context.beginPath()
  context.rect(box.x, box.y, box.width, box.height)
  context.clip()
  const view = context.createLinearGradient(0, box.y, 0, box.y + box.height)
  for (const [i, colour] of light.sky.entries()) view.addColorStop(i / 3, colour)
  context.fillStyle = view
  context.fillRect(box.x, box.y, box.width, box.height)
  const sun = { x: box.x + box.width * 0.68, y: box.y + box.height * 0.3 }
  glow(context, { ...sun, radius: box.width * 0.4 }, alpha(light.key, 0.7), alpha(light.key, 0))
  context.fillStyle = light.dark ? '#fdf8e2' : mix(light.key, '#ffffff', 0.6)
  context.beginPath()
  context.arc(sun.x, sun.y, box.width * 0.07, 0, Math.PI * 2)
  context.fill()
  for (let i = 0; i < 24 && light.dark; i++) {
    context.fillStyle = alpha('#ffffff', random.between(0.3, 0.9))
    context.fillRect(
      box.x + random.next() * box.width,
      box.y + random.next() * box.height * 0.6,
      unit * 0.18,
      unit * 0.18,
    )
  }
  const hill = (share: number, colour: Colour) => {
    context.fillStyle = colour
    context.beginPath()
    context.ellipse(
      box.x + box.width * (share * 1.6 - 0.4),
      box.y + box.height * (0.86 + share * 0.2),
      box.width * 0.7,
      box.height * 0.28,
      0,
      0,
      Math.PI * 2,
    )
    context.fill()
  }
  hill(0.5, light.lit(materials.grassFar, 0.5))
  for (let i = 0; i < 5; i++) {
    drawTree(
      context,
      {
        kind: random.pick(materials.trees),
        x: box.x + box.width * (0.1 + 0.2 * i),
        foot: box.y + box.height * 0.94,
        height: box.height * random.between(0.2, 0.34),
        leaf: light.lit(random.pick(materials.leaves), 0.25),
        trunk: light.lit(materials.trunk, 0.25),
      },
      random,
    )
  }
  hill(0.2, light.lit(materials.grass, 0.2))
  hill(0.75, light.lit(materials.grass, 0.24))
  context.restore()
  drawFrame(context, stage, box)
  if (curtain) drawCurtains(context, stage, box, curtain)
}

function drawFrame(context: SKRSContext2D, stage: Stage, box: Box): void {
  const { unit } = stage
  context.strokeStyle = '#f7efe2'
  context.lineWidth = unit * 1.3
  context.strokeRect(box.x, box.y, box.width, box.height)
  context.lineWidth = unit * 0.7
  context.beginPath()
  context.moveTo(box.x + box.width / 2, box.y)
  context.lineTo(box.x + box.width / 2, box.y + box.height)
  context.moveTo(box.x, box.y + box.height * 0.42)
  context.lineTo(box.x + box.width, box.y + box.height * 0.42)
  context.stroke()
  context.fillStyle = '#f1e6d4'
  context.fillRect(box.x - unit * 2, box.y + box.height, box.width + unit * 4, unit * 1.6)
  context.fillStyle = 'rgba(60,40,40,0.18)'
  context.fillRect(box.x - unit * 1.4, box.y + box.height + unit * 1.6, box.width + unit * 2.8, unit * 0.6)
}

function drawCurtains(context: SKRSContext2D, stage: Stage, box: Box, colour: Colour): void {
  const { unit } = stage
  const bottom = box.y + box.height + unit * 5
  for (const side of [-1, 1]) {
    const edge = side < 0 ? box.x - unit * 4 : box.x + box.width + unit * 4
    const inner = side < 0 ? box.x + box.width * 0.16 : box.x + box.width * 0.84
    for (let fold = 0; fold < 4; fold++) {
      const a = edge + ((inner - edge) * fold) / 4
      const b = edge + ((inner - edge) * (fold + 1)) / 4
      context.fillStyle = mix(colour, fold % 2 === 0 ? '#ffffff' : stage.light.shadow, 0.12)
      context.beginPath()
      context.moveTo(a, box.y - unit * 2.4)
      context.lineTo(b, box.y - unit * 2.4)
      context.quadraticCurveTo(b + side * unit * 0.5, (box.y + bottom) / 2, b + side * unit * (3 - fold) * 0.7, bottom)
      context.lineTo(a + side * unit * (3 - fold) * 0.4, bottom)
      context.closePath()
      context.fill()
    }
  }
  context.fillStyle = '#8a5f42'
  context.beginPath()
  context.roundRect(box.x - unit * 6, box.y - unit * 3.4, box.width + unit * 12, unit, unit * 0.5)
  context.fill()
}
