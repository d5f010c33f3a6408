import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Brief } from '../brief.ts'

// What falls or floats; light has no grains of its own.
type Kind = Exclude<Brief['particles'][number], 'rays' | 'candlelight' | 'backlight' | 'smoke'>

// How a kind looks and moves; lengths in parts of the picture's height, speeds in heights per second.
type Habit = {
  count: number
  size: number
  fall: number
  drift: number
  sway: number
  colours: readonly string[]
  shape: 'disc' | 'glow' | 'streak' | 'leaf' | 'ring' | 'chip'
}

const HABITS: Record<Kind, Habit> = {
  snow: { count: 260, size: 0.009, fall: 0.12, drift: 0.03, sway: 0.012, colours: ['#ffffff'], shape: 'glow' },
  rain: { count: 320, size: 0.045, fall: 1.5, drift: 0.2, sway: 0, colours: ['#dfe8f4'], shape: 'streak' },
  leaves: {
    count: 46,
    size: 0.024,
    fall: 0.13,
    drift: 0.1,
    sway: 0.04,
    colours: ['#c8642a', '#e0a030', '#a8401c'],
    shape: 'leaf',
  },
  petals: {
    count: 56,
    size: 0.016,
    fall: 0.09,
    drift: 0.08,
    sway: 0.04,
    colours: ['#ffc8d8', '#ffe4ec', '#f8a8c4'],
    shape: 'leaf',
  },
  fireflies: {
    count: 44,
    size: 0.014,
    fall: -0.015,
    drift: 0.015,
    sway: 0.03,
    colours: ['#ffe27a', '#e8ff8a'],
    shape: 'glow',
  },
  bubbles: { count: 50, size: 0.022, fall: -0.11, drift: 0.01, sway: 0.012, colours: ['#e8f8ff'], shape: 'ring' },
  stars: {
    count: 130,
    size: 0.006,
    fall: 0,
    drift: 0,
    sway: 0,
    colours: ['#ffffff', '#dfe8ff', '#fff0d0'],
    shape: 'glow',
  },
  motes: { count: 90, size: 0.006, fall: -0.01, drift: 0.01, sway: 0.03, colours: ['#fff2c8'], shape: 'glow' },
  embers: {
    count: 80,
    size: 0.008,
    fall: -0.16,
    drift: 0.05,
    sway: 0.02,
    colours: ['#ff9a3c', '#ffc05a', '#ff6a2a'],
    shape: 'glow',
  },
  confetti: {
    count: 130,
    size: 0.014,
    fall: 0.17,
    drift: 0.02,
    sway: 0.03,
    colours: ['#e84a5f', '#3ab0d8', '#f8c83a', '#5ac878'],
    shape: 'chip',
  },
}

/** The kinds of particles that the brief asks for by name or by its weather. */
export function particleKinds(brief: Brief): Kind[] {
  const fromWeather = brief.weather.flatMap((weather): Kind[] => {
    if (weather === 'snow') return ['snow']
    return weather === 'rain' || weather === 'storm' ? ['rain'] : []
  })
  const named = brief.particles.filter((kind): kind is Kind => Object.hasOwn(HABITS, kind))
  return [...new Set([...named, ...fromWeather])]
}

/** Gives a function that draws particles of one kind as they are at a second. */
export function particles(
  kind: Kind,
  seed: number,
): (context: SKRSContext2D, second: number, strength: number) => void {
  const habit = HABITS[kind]
  const sprites = habit.colours.map((colour) => sprite(habit.shape, colour))
  const flock = Array.from({ length: habit.count }, (_, index) => {
    const roll = (salt: number): number => fraction(seed + index * 7919 + salt * 104_729)
    return { x: roll(1), y: roll(2), near: roll(3), turn: roll(4), sprite: sprites[index % sprites.length] as Canvas }
  })
  return (context, second, strength) => {
    const { width, height } = context.canvas
    for (const { x, y, near, turn, sprite } of flock) {
      const pace = 0.6 + 0.8 * near
      const swing = Math.sin(second * (0.8 + turn) + turn * 40)
      const side = habit.size * height * (0.5 + near)
      // The margin lets a particle leave the frame fully before it comes in again on the other side.
      const across = wrap(x + ((habit.drift * pace * second + habit.sway * swing) * height) / width)
      const down = wrap(y + habit.fall * pace * second) * (habit.shape === 'glow' && habit.fall === 0 ? 0.6 : 1)
      context.save()
      context.globalAlpha = strength * glimmer(habit.shape, near, second, turn)
      context.translate(across * width, down * height)
      if (habit.shape === 'leaf' || habit.shape === 'chip') context.rotate(turn * 6 + second * (turn - 0.5) * 3 + swing)
      context.drawImage(sprite, -side / 2, -side / 2, side, side)
      context.restore()
    }
  }
}

function glimmer(shape: Habit['shape'], near: number, second: number, turn: number): number {
  const steady = shape === 'streak' ? 0.25 + 0.35 * near : 0.55 + 0.45 * near
  return shape === 'glow' ? steady * (0.8 + 0.2 * Math.sin(second * (1 + turn * 2) + turn * 60)) : steady
}

function sprite(shape: Habit['shape'], colour: string): Canvas {
  const canvas = createCanvas(64, 64)
  const context = canvas.getContext('2d')
  const glow = context.createRadialGradient(32, 32, 0, 32, 32, 32)
  glow.addColorStop(0, colour)
  glow.addColorStop(0.35, colour)
  glow.addColorStop(1, `${colour}00`)
  context.fillStyle = shape === 'glow' ? glow : colour
  context.strokeStyle = colour
  if (shape === 'streak') {
    context.lineWidth = 2.5
    context.lineCap = 'round'
    context.moveTo(28, 2)
    context.lineTo(36, 62)
    context.stroke()
  } else if (shape === 'ring') {
    context.lineWidth = 3
    context.arc(32, 32, 28, 0, 2 * Math.PI)
    context.stroke()
    context.beginPath()
    context.arc(22, 22, 5, 0, 2 * Math.PI)
    context.fill()
  } else if (shape === 'chip') {
    context.fillRect(12, 20, 40, 24)
  } else if (shape === 'leaf') {
    context.moveTo(4, 32)
    context.quadraticCurveTo(32, 4, 60, 32)
    context.quadraticCurveTo(32, 60, 4, 32)
    context.fill()
  } else {
    context.arc(32, 32, 32, 0, 2 * Math.PI)
    context.fill()
  }
  return canvas
}

function wrap(place: number): number {
  const inside = place - Math.floor(place)
  return inside * 1.1 - 0.05
}

// A well-mixed number from 0 to 1 for any integer.
function fraction(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 0x1_0000_0000
}
