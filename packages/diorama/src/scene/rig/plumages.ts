import type { Colour } from '../colour.ts'

/** The colours and the neck of a bird that can be drawn on the wing and afloat. */
export type Plumage = {
  body: Colour
  belly: Colour
  wing: Colour
  head: Colour
  beak: Colour
  neck: number
  hooked?: boolean
}

const PLUMAGES: Readonly<Record<string, Plumage>> = {
  bird: { body: '#3aa6e0', belly: '#bfe4f5', wing: '#2787c0', head: '#3aa6e0', beak: '#f2a33a', neck: 0 },
  seagull: { body: '#f1f4f7', belly: '#ffffff', wing: '#aab6c2', head: '#f4f6f8', beak: '#f0a92e', neck: 0 },
  'black-bird': { body: '#3a3d46', belly: '#50545f', wing: '#2a2c34', head: '#3a3d46', beak: '#e8b23a', neck: 0 },
  parrot: {
    body: '#3fae4e',
    belly: '#b6d94a',
    wing: '#2f7fc0',
    head: '#e0483a',
    beak: '#f2e0b0',
    neck: 0,
    hooked: true,
  },
  owl: { body: '#8a6244', belly: '#e8cfa8', wing: '#6d4a34', head: '#8a6244', beak: '#f2b33a', neck: 0, hooked: true },
  duck: { body: '#a08a74', belly: '#e8ded0', wing: '#7d6a58', head: '#1f8a4c', beak: '#f2c23a', neck: 0.5 },
  goose: { body: '#f2f2ee', belly: '#ffffff', wing: '#d8d8d4', head: '#f2f2ee', beak: '#f2953a', neck: 0.9 },
  swan: { body: '#f7f9fb', belly: '#ffffff', wing: '#dfe7ee', head: '#f7f9fb', beak: '#f2803a', neck: 1.3 },
  flamingo: { body: '#f58fb0', belly: '#fbb8cc', wing: '#e86a94', head: '#f58fb0', beak: '#3a3038', neck: 1.3 },
  chicken: { body: '#f5efe4', belly: '#ffffff', wing: '#e0d6c6', head: '#f5efe4', beak: '#f2b33a', neck: 0.2 },
  rooster: { body: '#c06a34', belly: '#e0a050', wing: '#2f5a48', head: '#e09a3a', beak: '#f2c23a', neck: 0.3 },
  'baby-chick': { body: '#fbd64a', belly: '#fdeaa0', wing: '#f0bf30', head: '#fbd64a', beak: '#f2953a', neck: 0 },
  dove: { body: '#f4f6fa', belly: '#ffffff', wing: '#dfe4ee', head: '#f4f6fa', beak: '#f2a33a', neck: 0 },
}

/** The plumage of a bird that can be drawn from joints. */
export function plumageOf(art: string): Plumage | undefined {
  return Object.hasOwn(PLUMAGES, art) ? PLUMAGES[art] : undefined
}

/** Whether a bird is drawn from joints in this posture; a swan is drawn afloat, better than joints do it. */
export const isBirdPosture = (art: string, posture: string): boolean =>
  plumageOf(art) !== undefined && (posture === 'fly' || (posture === 'swim' && art !== 'swan'))
