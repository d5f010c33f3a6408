import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Live } from '../layers.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'

const BALLS = ['#e2453c', '#f2c230', '#3f7fd0', '#4fae5a'] as const

function ball(context: SKRSContext2D, x: number, y: number, radius: number, colour: string): void {
  context.fillStyle = colour
  context.beginPath()
  context.arc(x, y, radius, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = 'rgba(255,255,255,0.45)'
  context.beginPath()
  context.arc(x - radius * 0.3, y - radius * 0.35, radius * 0.32, 0, Math.PI * 2)
  context.fill()
}

// Up from one hand and down into the other, one ball after the other.
function juggled({ clock }: Stage, { x, foot, width, height }: Placement): Live {
  const wide = Math.min(width, height * 0.5) * 0.42
  const hands = foot - height * 0.42
  return {
    kind: 'live',
    depth: 1,
    draw(context, second) {
      for (const [index, colour] of BALLS.entries()) {
        const round = clock.turn(second, 1.6) / (Math.PI * 2) + index / BALLS.length
        const t = round - Math.floor(round)
        const side = Math.floor(round) % 2 === 0 ? 1 : -1
        ball(context, x + side * wide * (2 * t - 1), hands - height * 0.62 * 4 * t * (1 - t), height * 0.045, colour)
      }
    },
  }
}

function rope({ clock, unit }: Stage, { x, foot, width, height }: Placement): Live {
  const wide = Math.max(width * 0.6, height * 0.34)
  return {
    kind: 'live',
    depth: 1,
    draw(context, second) {
      const turn = Math.cos(clock.turn(second, 1.5))
      const hands = foot - height * 0.42
      context.strokeStyle = '#c0392b'
      context.lineWidth = Math.max(1.2, unit * 0.45)
      context.lineCap = 'round'
      context.beginPath()
      context.moveTo(x - wide * 0.7, hands)
      context.bezierCurveTo(
        x - wide * 1.1,
        hands + turn * height * 0.75,
        x + wide * 1.1,
        hands + turn * height * 0.75,
        x + wide * 0.7,
        hands,
      )
      context.stroke()
    },
  }
}

/** What hands keep in the air: balls that are juggled, a rope that is jumped over. */
export function inHands(stage: Stage, { placements }: ScenePlan): Live[] {
  const people = placements.filter(({ posture, part }) => posture !== undefined && !part)
  // What they juggle with is there already where it was named.
  const named = stage.brief.script?.deeds.some(({ verb, patient }) => verb === 'juggle' && patient !== undefined)
  const jugglers = named ? [] : people.filter(({ posture }) => posture === 'juggle')
  const skippers = stage.brief.happenings.includes('skip') ? people.filter(({ posture }) => posture === 'jump') : []
  return [...jugglers.map((one) => juggled(stage, one)), ...skippers.map((one) => rope(stage, one))]
}
