import type { Canvas } from '@napi-rs/canvas'
import type { Window } from '../seen/indoors.ts'
import type { Climate } from './climate.ts'

const css = (colour: readonly number[], alpha = 1) => `rgba(${colour.map(Math.round).join(',')},${alpha})`

// The hour is in the windows: their sky in its colours, with the land below them in its light.
function throughWindow(canvas: Canvas, climate: Climate, { x, y, width: wide, height: tall }: Window): void {
  const { width, height } = canvas
  const context = canvas.getContext('2d')
  const box = [x * width - 1, y * height - 1, wide * width + 2, tall * height + 2] as const
  const { stops = [] } = climate.sky ?? {}
  const sky = context.createLinearGradient(0, box[1], 0, box[1] + box[3])
  for (const [index, stop] of stops.entries()) sky.addColorStop(index / Math.max(1, stops.length - 1), css(stop, 0.94))
  context.save()
  context.beginPath()
  context.rect(...box)
  context.clip()
  context.fillStyle = sky
  context.fillRect(...box)
  if (climate.stars) {
    context.fillStyle = 'rgba(255,253,240,0.9)'
    for (let star = 0; star < 9; star++) {
      const [u, v] = [(star * 0.618 + 0.13) % 1, (star * 0.381 + 0.21) % 1]
      context.beginPath()
      context.arc(box[0] + u * box[2], box[1] + v * box[3], Math.max(0.7, height * 0.0018), 0, Math.PI * 2)
      context.fill()
    }
  }
  context.restore()
}

/** A room at another hour: that hour behind its windows, and at night the light of a lamp in a dim room. */
export function lightRoom(canvas: Canvas, climate: Climate, windows: readonly Window[]): void {
  const { width, height } = canvas
  const context = canvas.getContext('2d')
  const isDark = climate.windows && climate.time !== 'sunset'
  context.save()
  context.globalCompositeOperation = 'multiply'
  context.fillStyle = isDark ? 'rgb(150,136,160)' : css(climate.land.bright.map((part) => Math.min(255, part * 240)))
  context.fillRect(0, 0, width, height)
  if (isDark) {
    const dim = context.createRadialGradient(
      width / 2,
      height * 0.42,
      height * 0.2,
      width / 2,
      height * 0.5,
      width * 0.62,
    )
    dim.addColorStop(0, 'rgb(255,255,255)')
    dim.addColorStop(1, 'rgb(120,112,150)')
    context.fillStyle = dim
    context.fillRect(0, 0, width, height)
    context.globalCompositeOperation = 'soft-light'
    const lamp = context.createRadialGradient(width / 2, height * 0.36, 0, width / 2, height * 0.4, width * 0.5)
    lamp.addColorStop(0, 'rgba(255,206,130,0.95)')
    lamp.addColorStop(1, 'rgba(255,190,110,0)')
    context.fillStyle = lamp
    context.fillRect(0, 0, width, height)
  }
  context.restore()
  for (const window of windows) throughWindow(canvas, climate, window)
}
