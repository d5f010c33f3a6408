import assert from 'node:assert/strict'
import { createCanvas } from '@napi-rs/canvas'
import { drawingOf } from '../../src/art.ts'
import type { Archetype, Brief, Subject } from '../../src/brief.ts'
import { buildScene } from '../../src/scene/build-scene.ts'

/** A subject by the name of its drawing, for tests. */
export function aSubject(art: string, rest: Partial<Subject> = {}): Subject {
  return { art, label: art, kind: drawingOf(art)?.kind ?? '', count: 1, scale: 'normal', ...rest }
}

const AT_HOME: Partial<Record<Archetype, string>> = {
  tabletop: 'pizza',
  desk: 'books',
  sea: 'sailboat',
  underwater: 'tropical-fish',
  space: 'rocket',
  road: 'automobile',
  portrait: 'astronaut',
  theatre: 'guitar',
  // Bare paper is what a studio is for: the subject alone must be worth a look.
  studio: 'castle',
}

/** Somebody or something that belongs into a kind of scene, for tests. */
export const homeSubject = (archetype: Archetype): Subject => aSubject(AT_HOME[archetype] ?? 'fox')

/** Every so many of a list, from the first on: what the short tests look at where the long ones look at all. */
export const every = <T>(step: number, list: readonly T[]): T[] => list.filter((_, at) => at % step === 0)

/** A brief with nothing special in it, for tests. */
export function aBrief(rest: Partial<Brief> = {}): Brief {
  return {
    prompt: 'a test',
    language: 'en',
    archetype: 'landscape',
    subjects: [],
    relations: [],
    places: [],
    weather: [],
    style: 'papercut',
    colours: [],
    loop: false,
    happenings: [],
    edits: [],
    unused: [],
    particles: [],
    ...rest,
  }
}

/** The pixels of one moment of a brief, for tests. */
export async function framePixels(
  brief: Brief,
  options: { width?: number; height?: number; seed?: number; seconds?: number; at?: number } = {},
): Promise<Uint8ClampedArray> {
  const { width = 192, height = 108, seed = 7, seconds = 4 } = options
  const scene = await buildScene(brief, { width, height, seed, seconds })
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  scene.drawFrame(context, options.at ?? scene.stillAt)
  return context.getImageData(0, 0, width, height).data
}

/** The share of pixels that differ visibly between two pictures of one size, 0 to 1. */
export function shareChanged(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let changed = 0
  for (let p = 0; p < a.length; p += 4) {
    const d =
      Math.abs((a[p] ?? 0) - (b[p] ?? 0)) +
      Math.abs((a[p + 1] ?? 0) - (b[p + 1] ?? 0)) +
      Math.abs((a[p + 2] ?? 0) - (b[p + 2] ?? 0))
    if (d > 36) changed++
  }
  return changed / (a.length / 4)
}

/** Fails where there is next to nothing to see in a picture. A studio is empty paper around one thing, in lines above all. */
export function assertRich(pixels: Uint8ClampedArray, name: string, archetype?: Archetype): void {
  const { entropy, contrast } = richness(pixels)
  assert.ok(entropy > (archetype === 'studio' ? 1.2 : 2.2), `${name}: entropy ${entropy.toFixed(2)}`)
  assert.ok(contrast > 8, `${name}: contrast ${contrast.toFixed(1)}`)
}

/** How much there is to see in a picture: the entropy of its brightness in bits, and its contrast. */
export function richness(pixels: Uint8ClampedArray): { entropy: number; contrast: number } {
  const bins = new Float64Array(64)
  let sum = 0
  let squares = 0
  const count = pixels.length / 4
  for (let p = 0; p < pixels.length; p += 4) {
    const l = 0.299 * (pixels[p] ?? 0) + 0.587 * (pixels[p + 1] ?? 0) + 0.114 * (pixels[p + 2] ?? 0)
    bins[Math.min(63, l >> 2)] = (bins[Math.min(63, l >> 2)] ?? 0) + 1
    sum += l
    squares += l * l
  }
  let entropy = 0
  for (const bin of bins) if (bin > 0) entropy -= (bin / count) * Math.log2(bin / count)
  return { entropy, contrast: Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)) }
}
