import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Seat } from './anatomies.ts'

const PETALS = ['#f2a13a', '#f4d35e', '#e8716a', '#f7f4ee', '#d98ac0'] as const
const BLOSSOMS = 9

function blossom(context: SKRSContext2D, x: number, y: number, size: number, colour: string): void {
  context.fillStyle = colour
  for (let petal = 0; petal < 6; petal++) {
    const angle = (petal / 6) * Math.PI * 2
    context.beginPath()
    context.arc(x + Math.cos(angle) * size * 0.6, y + Math.sin(angle) * size * 0.6, size * 0.5, 0, Math.PI * 2)
    context.fill()
  }
  context.fillStyle = '#c8761c'
  context.beginPath()
  context.arc(x, y, size * 0.36, 0, Math.PI * 2)
  context.fill()
}

/** A string of flowers that hangs about a neck, from one side of it to the other. */
export function garland(
  context: SKRSContext2D,
  [x, y, broad, lean = 0]: Seat,
  { width, height }: { width: number; height: number },
): void {
  const half = broad * width * 0.58
  context.save()
  context.translate(x * width, y * height)
  context.rotate(((lean / 2) * Math.PI) / 180)
  for (let i = 0; i < BLOSSOMS; i++) {
    const across = (i / (BLOSSOMS - 1)) * 2 - 1
    // It hangs lowest in its middle.
    const down = half * 0.62 * (1 - across * across) - half * 0.2
    blossom(context, across * half, down, half * 0.22, PETALS[i % PETALS.length] ?? PETALS[0])
  }
  context.restore()
}
