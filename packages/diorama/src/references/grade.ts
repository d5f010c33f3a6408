import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Brief, TimeOfDay, Weather } from '../brief.ts'

// One wash of colour over the whole picture, from the top's colour to the bottom's.
type Wash = {
  mode: 'multiply' | 'screen' | 'soft-light' | 'saturation' | 'color-dodge'
  alpha: number
  top: string
  bottom: string
}

const wash = (mode: Wash['mode'], alpha: number, top: string, bottom = top): Wash => ({ mode, alpha, top, bottom })

const TIMES: Record<TimeOfDay, readonly Wash[]> = {
  dawn: [wash('soft-light', 0.55, '#b58fd0', '#ffc9a8'), wash('screen', 0.14, '#5a4a78', '#ffb08a')],
  day: [wash('soft-light', 0.3, '#cfe8ff', '#fff4d8')],
  golden: [wash('soft-light', 0.6, '#ffb648', '#ff9a3c'), wash('multiply', 0.3, '#ffe2b0', '#ffc98a')],
  sunset: [wash('multiply', 0.6, '#8a5aa8', '#ffb070'), wash('soft-light', 0.6, '#c0508c', '#ff8a3c')],
  dusk: [wash('multiply', 0.7, '#5c62a8', '#9a7aa8'), wash('soft-light', 0.35, '#4858b0', '#b06a90')],
  // Dark as a whole, and then what is brightest is brought back: moon, stars and lamps shine in the dark.
  night: [
    wash('saturation', 0.22, '#808080'),
    wash('multiply', 0.9, '#1b2447', '#35405f'),
    wash('color-dodge', 1, '#565a64', '#4c505a'),
  ],
}

// The gloomier one counts where a prompt names several: laid over one another they would hide the picture.
const WEATHERS: readonly [Weather, readonly Wash[]][] = [
  ['storm', [wash('saturation', 0.35, '#808080'), wash('multiply', 0.55, '#5f6a80', '#98a2b4')]],
  ['rain', [wash('saturation', 0.3, '#808080'), wash('multiply', 0.35, '#8c98ac', '#b0b8c4')]],
  ['fog', [wash('saturation', 0.35, '#808080')]],
  ['snow', [wash('saturation', 0.2, '#808080'), wash('screen', 0.12, '#c8d4e8', '#ffffff')]],
  ['cloudy', [wash('saturation', 0.3, '#808080'), wash('multiply', 0.22, '#b8c0cc')]],
]

/** Whether the brief names a time of day or a weather that would change the light. */
export function changesLight(brief: Brief): boolean {
  return washesOf(brief).length > 0
}

/** Lights what is on the canvas as the brief's time of day and weather would; `strength` 0 leaves it alone. */
export function gradeInto(context: SKRSContext2D, brief: Brief, strength: number): void {
  const { width, height } = context.canvas
  for (const { mode, alpha, top, bottom } of washesOf(brief)) {
    const gradient = context.createLinearGradient(0, 0, 0, height)
    gradient.addColorStop(0, top)
    gradient.addColorStop(1, bottom)
    context.save()
    context.globalCompositeOperation = mode
    context.globalAlpha = alpha * strength
    context.fillStyle = gradient
    context.fillRect(0, 0, width, height)
    context.restore()
  }
}

function washesOf({ time, weather }: Brief): Wash[] {
  const [, sky = []] = WEATHERS.find(([kind]) => weather.includes(kind)) ?? []
  return [...(time ? TIMES[time] : []), ...sky]
}
