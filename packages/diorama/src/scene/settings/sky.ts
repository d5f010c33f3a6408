import { mix } from '../colour.ts'
import { openSky } from '../draw/open-sky.ts'
import { reach } from '../draw/reach.ts'
import type { Part } from '../layers.ts'
import type { Stage } from '../stage.ts'
import type { SettingOf } from './setting.ts'

function cloudBank(
  stage: Stage,
  name: string,
  options: { y: number; size: number; depth: number; shade: number; speed: number },
): Part {
  const { light, clock, unit } = stage
  const { from, to } = reach(stage)
  const sway = unit * 10
  const pale = light.dark ? mix(light.sky[3], '#ffffff', 0.16) : mix(light.sky[3], '#ffffff', 0.66)
  const colour = mix(pale, light.sky[1], options.shade)
  return {
    kind: 'sheet',
    role: 'land',
    depth: options.depth,
    left: from - sway,
    right: to + sway,
    top: options.y - options.size * 1.7,
    solidFrom: options.y + unit,
    shadow: 1.4,
    motion: (second) => ({
      x:
        clock.travel(second, unit * options.speed, 1e9) - (clock.loop ? 0 : (unit * options.speed * clock.seconds) / 2),
      y: unit * 0.4 * clock.wave(second, 6, options.depth),
    }),
    draw(context) {
      const random = stage.random.fork(name)
      const fill = context.createLinearGradient(0, options.y - options.size * 1.3, 0, options.y + options.size * 2.4)
      fill.addColorStop(0, mix(colour, light.key, 0.3))
      fill.addColorStop(0.4, colour)
      fill.addColorStop(1, mix(colour, light.sky[1], 0.5))
      context.fillStyle = fill
      context.beginPath()
      for (let x = from - sway; x < to + sway; x += options.size * 0.62) {
        const r = options.size * random.between(0.45, 1.05)
        const y = options.y + random.between(-0.35, 0.25) * options.size
        context.moveTo(x + r, y)
        context.arc(x, y, r, 0, Math.PI * 2)
      }
      context.rect(from - sway, options.y, to - from + sway * 2, stage.height)
      context.fill()
    },
  }
}

/** High above the ground, among clouds. */
export const sky: SettingOf = (stage, plan) => {
  const { unit, height } = stage
  const heaven = openSky(stage, {
    horizon: height,
    sun: { ...plan.light, y: height * 0.26 },
    stars: { reach: 0.8, density: 1 },
    clouds: { reach: 0.72, density: 1.4 },
  })
  return {
    ...heaven,
    near: [
      ...heaven.near,
      cloudBank(stage, 'bank0', { y: height * 0.84, size: unit * 9, depth: 0.4, shade: 0.26, speed: 0.5 }),
      cloudBank(stage, 'bank1', { y: height * 0.92, size: unit * 11, depth: 0.7, shade: 0.12, speed: -0.7 }),
    ],
    front: [cloudBank(stage, 'bank2', { y: height * 1.01, size: unit * 11, depth: 1.35, shade: 0, speed: 1.1 })],
  }
}
