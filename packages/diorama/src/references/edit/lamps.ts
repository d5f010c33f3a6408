import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Plane } from '../plane.ts'
import { sampleAt } from '../plane.ts'
import type { Pane } from '../seen/panes.ts'
import { stencil } from '../seen/stencil.ts'
import type { Sky } from '../seen/sky.ts'
import type { Climate, Lamp } from './climate.ts'

type Place = { x: number; y: number; radius: number }

/** Stars, the sun or the moon with its glow and its way over the water, and lit windows, in a repainted picture. */
export function drawLamps(
  canvas: Canvas,
  climate: Climate,
  seen: { sky: Sky; water: Plane | undefined; panes: readonly Pane[] },
  seed: number,
): void {
  const context = canvas.getContext('2d')
  const { sky } = seen
  const lamp = climate.lamp
  const at = lamp && sky.share > 0 ? placeFor(lamp, sky, canvas) : undefined
  if (climate.stars && sky.share > 0) drawStars(context, sky, seed, at)
  if (lamp && at) {
    const above = createCanvas(canvas.width, canvas.height)
    drawDisc(above.getContext('2d'), lamp, at)
    keepInSky(above, sky)
    context.drawImage(above, 0, 0)
    drawGlow(context, lamp, at)
    if (seen.water) drawWayOnWater(context, lamp, { at, water: seen.water, seed })
  }
  if (climate.windows) lightWindows(context, seen.panes, climate.time === 'sunset' ? 0.75 : 1, seed)
}

const rgba = (colour: readonly number[], alpha: number) => `rgba(${colour.map(Math.round).join(',')},${alpha})`

function drawDisc(context: SKRSContext2D, { kind, colour }: Lamp, { x, y, radius }: Place): void {
  const disc = context.createRadialGradient(x, y, 0, x, y, radius)
  disc.addColorStop(0, kind === 'sun' ? 'rgba(255,252,240,1)' : 'rgba(255,254,246,1)')
  disc.addColorStop(0.9, kind === 'sun' ? rgba(colour, 1) : 'rgba(240,240,226,1)')
  disc.addColorStop(1, rgba(colour, 0))
  context.fillStyle = disc
  context.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  if (kind === 'sun') return
  context.fillStyle = 'rgba(188,192,196,0.42)'
  for (const [dx, dy, size] of [
    [-0.3, -0.2, 0.24],
    [0.28, 0.12, 0.17],
    [-0.1, 0.42, 0.14],
    [0.2, -0.45, 0.1],
  ] as const) {
    context.beginPath()
    context.arc(x + dx * radius, y + dy * radius, size * radius, 0, Math.PI * 2)
    context.fill()
  }
}

// Behind hills and roofs, not before them.
function keepInSky(canvas: Canvas, { part }: Sky): void {
  const context = canvas.getContext('2d')
  context.globalCompositeOperation = 'destination-in'
  context.imageSmoothingQuality = 'high'
  context.drawImage(stencil(part), 0, 0, canvas.width, canvas.height)
}

// Air shines about a lamp, before the land too.
function drawGlow(context: SKRSContext2D, { kind, colour, low }: Lamp, { x, y, radius }: Place): void {
  const { width, height } = context.canvas
  context.save()
  context.globalCompositeOperation = 'screen'
  const wide = radius * (low ? 9 : 6)
  const strength = kind === 'moon' ? 0.4 : low ? 0.7 : 0.5
  const glow = context.createRadialGradient(x, y, 0, x, y, wide)
  glow.addColorStop(0, rgba(colour, strength))
  glow.addColorStop(0.14, rgba(colour, strength * 0.62))
  glow.addColorStop(0.4, rgba(colour, strength * 0.22))
  glow.addColorStop(1, rgba(colour, 0))
  context.fillStyle = glow
  context.fillRect(0, 0, width, height)
  if (low) {
    // A band of light along the horizon.
    context.translate(x, y)
    context.scale(1, 0.22)
    const band = context.createRadialGradient(0, 0, 0, 0, 0, width * 0.7)
    band.addColorStop(0, rgba(colour, 0.5))
    band.addColorStop(1, rgba(colour, 0))
    context.fillStyle = band
    context.fillRect(-width, -width, width * 2, width * 2)
  }
  context.restore()
}

// A low sun sits on the horizon, half sunk, where the sky is open widest; a moon hangs high where no cloud is.
function placeFor({ kind, low }: Lamp, sky: Sky, { width, height }: Canvas): Place | undefined {
  const radius = Math.min(width, height) * (kind === 'moon' ? 0.055 : low ? 0.062 : 0.05)
  let best: { x: number; y: number; score: number } | undefined
  for (let step = 0; step <= 28; step++) {
    const x = 0.1 + (0.8 * step) / 28
    const y = low ? groundUnder(sky, x) - (radius / height) * 0.55 : 0.17
    if (y === undefined || y < 0.05) continue
    let open = 0
    for (let v = -2; v <= 1; v++)
      for (let u = -3; u <= 3; u++) open += sky.at(x + (u * radius * 0.7) / width, y + (v * radius * 0.6) / height) / 28
    // A third of the way in pleases; low counts more than where.
    const score = open * 2 + (low ? y * 1.6 : 0) - Math.abs(Math.abs(x - 0.5) - 0.22) * 0.5 + (x > 0.5 ? 0.02 : 0)
    if (!best || score > best.score) best = { x, y, score }
  }
  return best && { x: best.x * width, y: best.y * height, radius }
}

// How far down the sky reaches without a break at this place.
function groundUnder(sky: Sky, x: number): number {
  let y = 0.02
  while (y < 0.95 && sky.at(x, y) > 0.5) y += 0.01
  return y
}

function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 0x1_0000_0000
  }
}

// Broken light on the water below the lamp, wider the nearer it comes.
function drawWayOnWater(
  context: SKRSContext2D,
  { colour, kind }: Lamp,
  { at, water, seed }: { at: Place; water: Plane; seed: number },
): void {
  const { width, height } = context.canvas
  const roll = chance(seed ^ 0x3c6ef3)
  context.save()
  context.globalCompositeOperation = 'screen'
  for (let y = 0; y < height; y += Math.max(2, height / 190)) {
    const wetHere = sampleAt(water, (at.x / width) * (water.width - 1), (y / height) * (water.height - 1))
    const near = y / height
    for (let dash = 0; dash < 3; dash++) {
      const long = at.radius * (0.35 + near * 1.1) * (0.3 + roll())
      const x = at.x + (roll() - 0.5) * at.radius * (1.2 + near * 2.6)
      const wet = sampleAt(water, (x / width) * (water.width - 1), (y / height) * (water.height - 1))
      if (Math.min(wet, wetHere + 0.5) < 0.6 || roll() < 0.35) continue
      context.fillStyle = rgba(colour, (kind === 'moon' ? 0.42 : 0.5) * (0.4 + 0.6 * roll()))
      context.beginPath()
      context.ellipse(x, y, long / 2, Math.max(1, height * 0.0024), 0, 0, Math.PI * 2)
      context.fill()
    }
  }
  context.restore()
}

function lightWindows(context: SKRSContext2D, panes: readonly Pane[], strength: number, seed: number): void {
  const { width, height } = context.canvas
  const roll = chance(seed ^ 0x7a11)
  // Somebody is asleep where there are many.
  const share = panes.length > 24 ? 0.62 : 1
  for (const pane of panes) {
    if (roll() > share) continue
    const [x, y, wide, tall] = [pane.x * width, pane.y * height, pane.width * width, pane.height * height]
    context.save()
    const warm = context.createLinearGradient(0, y, 0, y + tall)
    warm.addColorStop(0, `rgba(255,224,150,${0.95 * strength})`)
    warm.addColorStop(1, `rgba(255,186,92,${0.95 * strength})`)
    context.fillStyle = warm
    context.fillRect(x, y, wide, tall)
    context.globalCompositeOperation = 'screen'
    const reach = Math.max(wide, tall) * 1.6
    const [cx, cy] = [x + wide / 2, y + tall / 2]
    const glow = context.createRadialGradient(cx, cy, 0, cx, cy, reach)
    glow.addColorStop(0, `rgba(255,190,100,${0.34 * strength})`)
    glow.addColorStop(1, 'rgba(255,190,100,0)')
    context.fillStyle = glow
    context.fillRect(cx - reach, cy - reach, reach * 2, reach * 2)
    context.restore()
  }
}

function drawStars(context: SKRSContext2D, sky: Sky, seed: number, moon: Place | undefined): void {
  const { width, height } = context.canvas
  const roll = chance(seed ^ 0x51ab3d)
  context.save()
  context.fillStyle = '#fffdf0'
  for (let star = 0; star < 300; star++) {
    const [x, y, size, shine] = [roll(), roll() * sky.lowest, roll(), roll()]
    if (sky.at(x, y) < 0.97) continue
    const [px, py] = [x * width, y * height]
    if (moon && Math.hypot(px - moon.x, py - moon.y) < moon.radius * 1.5) continue
    context.globalAlpha = (0.3 + 0.7 * shine) * (1 - (0.5 * y) / sky.lowest)
    context.beginPath()
    context.arc(px, py, (height / 720) * (0.7 + 1.3 * size ** 3), 0, Math.PI * 2)
    context.fill()
  }
  context.restore()
}
