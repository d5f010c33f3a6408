import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Climate } from './climate.ts'
import type { Sky } from './sky.ts'

/** Stars, and the sun or the moon with its glow, in the sky of a repainted picture. */
export function drawLamps(context: SKRSContext2D, climate: Climate, sky: Sky, seed: number): void {
  if (sky.share === 0) return
  const { width, height } = context.canvas
  if (climate.stars) drawStars(context, sky, seed)
  const { lamp } = climate
  const at = lamp && placeFor(lamp.high, sky)
  if (!lamp || !at) return
  const radius = Math.min(width, height) * (climate.stars ? 0.042 : 0.05)
  const [x, y] = [at.x * width, at.y * height]
  const colour = lamp.colour.map(Math.round).join(',')
  context.save()
  context.globalCompositeOperation = 'screen'
  const glow = context.createRadialGradient(x, y, 0, x, y, radius * 7)
  glow.addColorStop(0, `rgba(${colour},0.75)`)
  glow.addColorStop(0.25, `rgba(${colour},0.3)`)
  glow.addColorStop(1, `rgba(${colour},0)`)
  context.fillStyle = glow
  context.fillRect(0, 0, width, height)
  context.globalCompositeOperation = 'source-over'
  // Only where all of it is in the open: a disc before a hill would be a ball.
  const open = [0, 1, 2, 3].every((turn) => {
    const angle = (turn * Math.PI) / 2
    return sky.at(at.x + (Math.cos(angle) * radius) / width, at.y + (Math.sin(angle) * radius) / height) > 0.85
  })
  if (open) {
    context.fillStyle = `rgba(${climate.stars ? '252,250,236' : '255,246,222'},0.96)`
    context.beginPath()
    context.arc(x, y, radius, 0, Math.PI * 2)
    context.fill()
  }
  context.restore()
}

function placeFor(high: number, sky: Sky): { x: number; y: number } | undefined {
  const y = high * sky.lowest
  for (const down of [y, y * 0.85, y * 0.7, y * 0.5])
    for (const x of [0.74, 0.26, 0.6, 0.4, 0.5, 0.85, 0.15])
      if ([-0.09, 0, 0.09].every((aside) => sky.at(x + aside, down) > 0.9)) return { x, y: down }
  return undefined
}

function drawStars(context: SKRSContext2D, sky: Sky, seed: number): void {
  const { width, height } = context.canvas
  let state = (seed ^ 0x51ab3d) >>> 0
  const roll = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 0x1_0000_0000
  }
  context.save()
  context.fillStyle = '#fffdf0'
  for (let star = 0; star < 260; star++) {
    const [x, y, size, shine] = [roll(), roll() * sky.lowest, roll(), roll()]
    if (sky.at(x, y) < 0.97) continue
    context.globalAlpha = (0.25 + 0.7 * shine) * (1 - (0.6 * y) / sky.lowest)
    context.beginPath()
    context.arc(x * width, y * height, (height / 720) * (0.5 + 1.1 * size ** 3), 0, Math.PI * 2)
    context.fill()
  }
  context.restore()
}
