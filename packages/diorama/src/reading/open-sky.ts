import type { Brief } from '../brief.ts'
import type { Sense } from './senses.ts'

/** Whether the sky, the weather or the season is spoken of, so that who is told of is out of doors unless a room is named. */
export function speaksOfSky(
  senses: readonly Sense[],
  { weather, particles, season }: Pick<Brief, 'weather' | 'particles' | 'season'>,
): boolean {
  const inTheAir = /snow|storm|wind|fog|leaves|petals|fireflies/.test([...weather, ...particles].join(' '))
  return inTheAir || season !== undefined || senses.some(({ kind }) => kind === 'sky')
}
