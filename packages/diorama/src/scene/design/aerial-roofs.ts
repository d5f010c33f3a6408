import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Random } from '../random.ts'
import type { Stage } from '../stage.ts'
import { mix } from '../colour.ts'

const TILES = ['#b5563f', '#a84a3a', '#c47a4e', '#8a6a5a', '#7a7f88'] as const

/** The roofs of a village from above, along its lane: two slopes each, with a chimney and a shadow. */
export function villageRoofs({
  context,
  stage,
  random,
}: {
  context: SKRSContext2D
  stage: Stage
  random: Random
}): void {
  const { width, height, unit, light, season } = stage
  const place = (x: number, y: number) => {
    const [long, wide] = [unit * random.between(6.4, 9), unit * random.between(4.4, 5.6)]
    const tile = light.lit(season === 'winter' ? '#eef3f8' : random.pick(TILES))
    context.save()
    context.translate(x, y)
    context.rotate(random.between(-0.5, 0.5) + (random.chance(0.4) ? Math.PI / 2 : 0))
    context.fillStyle = 'rgba(20,30,30,0.3)'
    context.fillRect(-long / 2 + unit * 0.9, -wide / 2 + unit * 0.9, long, wide)
    context.fillStyle = tile
    context.fillRect(-long / 2, -wide / 2, long, wide / 2)
    context.fillStyle = mix(tile, light.shadow, 0.28)
    context.fillRect(-long / 2, 0, long, wide / 2)
    context.fillStyle = mix(tile, '#ffffff', 0.3)
    context.fillRect(-long / 2, -unit * 0.18, long, unit * 0.36)
    context.fillStyle = light.lit('#6a4a40')
    context.fillRect(long * 0.2, -wide * 0.34, unit * 0.9, unit * 0.9)
    context.restore()
  }
  for (let i = 0; i < 30; i++) {
    const t = (i + 0.5) / 30
    const side = i % 2 ? 1 : -1
    const bend = Math.sin(t * 5.4) * width * 0.12
    const away = unit * random.between(9, 24) * side
    place(width * 0.5 + bend + away, height * (t * 1.06 - 0.03))
  }
}
