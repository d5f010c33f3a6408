import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { hasFeature } from '../../places.ts'
import { mix } from '../colour.ts'
import { fillPaper } from '../grain.ts'
import { release } from '../settle.ts'
import type { Stage } from '../stage.ts'
import { STYLES } from '../styles/styles.ts'

function masked(image: Canvas, paint: (context: ReturnType<Canvas['getContext']>, canvas: Canvas) => void): void {
  const mask = createCanvas(image.width, image.height)
  mask.getContext('2d').drawImage(image, 0, 0)
  const context = image.getContext('2d')
  context.save()
  paint(context, mask)
  context.globalAlpha = 1
  context.globalCompositeOperation = 'destination-in'
  context.drawImage(mask, 0, 0)
  context.restore()
  release(mask)
}

// What the light of the place itself does to who stands in it: signs of two colours, a low sun, a sun behind.
function tint(context: ReturnType<Canvas['getContext']>, stage: Stage, width: number, height: number): void {
  const { light, brief } = stage
  if (light.dark && hasFeature(brief, 'neon-signs')) {
    const glow = context.createLinearGradient(0, 0, width, 0)
    glow.addColorStop(0, 'rgba(255,50,160,0.75)')
    glow.addColorStop(0.5, 'rgba(150,90,220,0.2)')
    glow.addColorStop(1, 'rgba(30,210,255,0.75)')
    context.globalCompositeOperation = 'overlay'
    context.fillStyle = glow
    context.fillRect(0, 0, width, height)
  }
  if (light.time === 'golden' || light.time === 'sunset') {
    context.globalCompositeOperation = 'soft-light'
    context.fillStyle = 'rgba(255,170,70,0.45)'
    context.fillRect(0, 0, width, height)
  }
  if (!brief.particles.includes('backlight')) return
  context.globalCompositeOperation = 'multiply'
  context.fillStyle = '#8d7f96'
  context.fillRect(0, 0, width, height)
}

/** Lights a figure into the scene: the tint of the air, light from above, and a bright rim towards the lamp. */
export function lightFigure(image: Canvas, stage: Stage, options: { fromLeft: boolean; isLampLit: boolean }): void {
  const { light, unit } = stage
  const { width, height } = image
  masked(image, (context, mask) => {
    context.globalCompositeOperation = 'multiply'
    // Full ambient would drown the subject at night; it is the one thing people look for.
    context.fillStyle = mix(light.ambient, '#ffffff', options.isLampLit ? 0.6 : light.dark ? 0.42 : 0.24)
    context.fillRect(0, 0, width, height)
    tint(context, stage, width, height)
    context.globalCompositeOperation = 'soft-light'
    const fall = context.createLinearGradient(
      options.fromLeft ? 0 : width,
      0,
      options.fromLeft ? width * 0.6 : width * 0.4,
      height,
    )
    fall.addColorStop(0, 'rgba(255,252,240,0.62)')
    fall.addColorStop(0.5, 'rgba(128,128,128,0)')
    fall.addColorStop(1, 'rgba(20,10,40,0.5)')
    context.fillStyle = fall
    context.fillRect(0, 0, width, height)
    const shift = Math.max(1, unit * 0.3)
    const rim = createCanvas(width, height)
    const edge = rim.getContext('2d')
    edge.drawImage(mask, 0, 0)
    edge.globalCompositeOperation = 'destination-out'
    edge.drawImage(mask, options.fromLeft ? shift : -shift, shift * 0.8)
    edge.globalCompositeOperation = 'source-in'
    edge.fillStyle = mix(light.key, '#ffffff', 0.25)
    edge.fillRect(0, 0, width, height)
    context.globalCompositeOperation = 'source-over'
    context.globalAlpha = light.dark ? 0.62 : 0.5
    context.drawImage(rim, 0, 0)
    release(rim)
    if (!STYLES[stage.brief.style].hasGrain) return
    context.globalAlpha = 0.045
    fillPaper(context, width, height)
  })
}
