import { mix } from '../../colour.ts'
import type { Sheet } from '../../layers.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'
import { penAt, type Pen } from '../pen.ts'
import { reach } from '../reach.ts'
import type { Way } from './winding-way.ts'

/** What grows in rows: its leaves, what shows above them, and the soil between. */
export type Crop = 'lavender' | 'sunflowers' | 'wheat' | 'vines' | 'tulips' | 'poppies' | 'daisies' | 'tea'

const CROPS: Record<Crop, { soil: string; low: string; high: string; top: string }> = {
  lavender: { soil: '#a8926a', low: '#6f8a5a', high: '#8a6ac0', top: '#b59ae0' },
  sunflowers: { soil: '#9a8a58', low: '#5f9048', high: '#4f8040', top: '#f6c22e' },
  wheat: { soil: '#c9a04a', low: '#d8b04e', high: '#e6c468', top: '#f4dc94' },
  tulips: { soil: '#8a7a52', low: '#5f9a52', high: '#e2405a', top: '#f7b52e' },
  poppies: { soil: '#8fa052', low: '#6f9a48', high: '#e2402e', top: '#f06048' },
  daisies: { soil: '#8fae5a', low: '#6fa04a', high: '#f7f4ea', top: '#ffffff' },
  tea: { soil: '#9a8458', low: '#3f7a3c', high: '#57994a', top: '#8fc46a' },
  vines: { soil: '#b59468', low: '#6f9a48', high: '#5a8a3f', top: '#7a4a8a' },
}

// Tulips are grown in rows of one colour each.
const TULIPS = ['#e2405a', '#f7b52e', '#f48ab0', '#8a4fb0', '#fbf3e4', '#f2702e'] as const

const AUTUMN_VINES = { soil: '#a88458', low: '#d99a3a', high: '#b8582c', top: '#6a3a7a' }

/** A field that runs in rows to the horizon. */
export function rowField(stage: Stage, plan: ScenePlan, crop: Crop, way?: Way): Sheet {
  const { unit, light, width, height } = stage
  const { from, to } = reach(stage)
  const top = plan.horizon + unit * 2
  const tone = stage.season === 'autumn' && crop === 'vines' ? AUTUMN_VINES : CROPS[crop]
  const snowy = stage.season === 'winter'
  const lit = (colour: string, away: number) => light.lit(snowy ? mix(colour, '#f4f8fc', 0.6) : colour, away)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.88,
    top: top - unit * 4,
    solidFrom: top,
    shadow: 1,
    draw(context, behind) {
      const random = stage.random.fork('rows')
      const fill = context.createLinearGradient(0, top, 0, height)
      fill.addColorStop(0, lit(tone.soil, 0.3))
      fill.addColorStop(1, lit(mix(tone.soil, light.shadow, 0.12), 0.04))
      context.fillStyle = fill
      context.fillRect(from, top, to - from, height - top + stage.margin)
      way?.draw(context, behind)
      const steps = 22
      for (let step = 0; step <= steps; step++) {
        // Rows crowd together towards the horizon.
        const near = (step / steps) ** 1.9
        const y = top + (height + unit * 4 - top) * near
        const size = unit * (0.7 + 6.4 * near)
        const gap = size * 1.75
        const away = 0.34 * (1 - near)
        const count = Math.ceil((to - from) / 2 / gap) + 1
        const pen = penAt(context, { x: width / 2, foot: y, scale: size, tone: (colour) => lit(colour, away) })
        for (let i = -count; i <= count; i++) {
          const x = (i + 0.5) * 1.75 + random.between(-0.08, 0.08)
          // Neither on the road nor so close before it that it would be hidden.
          if ([0.1, 0.8].some((up) => way?.covers(width / 2 + x * size, y - size * up))) continue
          const shade = crop === 'tulips' ? { ...tone, high: TULIPS[(i + count) % TULIPS.length] ?? tone.high } : tone
          if (size < unit * 1.5) dot(pen, x, shade, crop)
          else plant(pen, crop, x, shade, random.next())
        }
      }
    },
  }
}

type Tone = { soil: string; low: string; high: string; top: string }

// Far away a plant is a dot of its colour, and drawing more of it would only cost time.
function dot(pen: Pen, x: number, tone: Tone, crop: Crop): void {
  pen.oval(x, 0.4, 1.5, 0.9, crop !== 'vines' && crop !== 'sunflowers' ? tone.high : tone.low)
  if (crop !== 'vines') pen.oval(x, 0.8, 0.9, 0.5, tone.top)
}

function plant(pen: Pen, crop: Crop, x: number, tone: Tone, chance: number): void {
  switch (crop) {
    case 'sunflowers':
      pen.box(x - 0.04, 0, 0.08, 0.9, tone.low)
      pen.oval(x - 0.2, 0.35, 0.4, 0.2, tone.high)
      pen.oval(x + 0.2, 0.5, 0.4, 0.2, tone.low)
      pen.oval(x, 1, 0.62, 0.6, tone.top)
      return pen.oval(x, 1, 0.28, 0.28, '#6a4426')
    case 'vines':
      pen.box(x - 0.05, 0, 0.1, 0.5, '#6f4f38')
      pen.oval(x - 0.2, 0.62, 0.7, 0.5, tone.high)
      pen.oval(x + 0.2, 0.7, 0.7, 0.5, tone.low)
      return pen.oval(x + (chance - 0.5) * 0.5, 0.5, 0.16, 0.24, tone.top)
    case 'tulips':
      return tulips(pen, x, tone)
    case 'poppies':
    case 'daisies':
      return wildFlowers(pen, x, tone, { chance, heart: crop === 'poppies' ? '#2a1a1c' : '#f7c22e' })
    case 'tea':
      return teaHedge(pen, x, tone)
    case 'wheat':
      return ears(pen, x, tone)
    case 'lavender':
      pen.dome(x, 0, 1.5, 0.62, tone.low)
      pen.dome(x, 0.16, 1.56, 0.72, tone.high)
      for (const lean of [-0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6]) {
        const tall = 0.96 - Math.abs(lean) * 0.5
        pen.oval(x + lean * 1.1, tall, 0.16, 0.5, Math.round(lean * 5) % 2 === 0 ? tone.top : '#7a58b8')
      }
  }
}

// Clipped hedges that touch: round backs with young leaves on top.
function teaHedge(pen: Pen, x: number, tone: Tone): void {
  pen.dome(x, 0, 1.7, 0.86, tone.low)
  pen.dome(x - 0.1, 0.2, 1.4, 0.66, tone.high)
  for (const lean of [-0.5, -0.2, 0.1, 0.4]) pen.oval(x + lean, 0.8 - lean * lean * 0.6, 0.2, 0.12, tone.top)
}

function ears(pen: Pen, x: number, tone: Tone): void {
  for (const lean of [-0.5, -0.25, 0, 0.25, 0.5]) {
    pen.line(tone.low, 0.05, [x + lean, 0, x + lean * 1.3, 0.7])
    pen.oval(x + lean * 1.34, 0.8, 0.12, 0.34, lean === 0 ? tone.top : tone.high)
  }
}

function tulips(pen: Pen, middle: number, tone: Tone): void {
  for (const lean of [-0.4, 0, 0.4]) {
    const x = middle + lean
    pen.line(tone.low, 0.07, [x, 0, x, 0.6])
    pen.poly(tone.low, [x - 0.16, 0, x + 0.16, 0, x + 0.2, 0.4])
    pen.oval(x, 0.76, 0.3, 0.4, tone.high)
    pen.poly(tone.high, [x - 0.15, 0.76, x - 0.13, 1.02, x, 0.86, x + 0.13, 1.02, x + 0.15, 0.76])
  }
}

function wildFlowers(pen: Pen, x: number, tone: Tone, { chance, heart }: { chance: number; heart: string }): void {
  for (const lean of [-0.5, 0, 0.45]) {
    const tall = 0.5 + ((chance * 7 + lean + 1) % 0.5)
    pen.line(tone.low, 0.05, [x + lean, 0, x + lean * 1.1, tall])
    pen.oval(x + lean * 1.1, tall, 0.36, 0.3, tone.high)
    pen.oval(x + lean * 1.1, tall, 0.12, 0.1, heart)
  }
}
