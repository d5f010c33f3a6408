import type { Sense } from './senses.ts'
import { thingOf, type Thing } from './things.ts'

// What to show of a place when a prompt names nothing else: an accent that belongs there.
const ACCENTS: Record<string, string> = {
  mountains: 'snow-capped-mountain',
  forest: 'evergreen-tree',
  city: 'skyscraper',
  desert: 'cactus',
  beach: 'palm-tree',
  space: 'ringed-planet',
  sky: 'cloud',
  garden: 'blossom',
  meadow: 'blossom',
  sea: 'water-wave',
}

/** What stands in where no thing is named: sun, moon, or an accent of the place. */
export function standIns(senses: Sense[]): Thing[] {
  const first = (kind: string) => senses.find((sense) => sense.kind === kind)
  const place = first('place')
  const sky = first('sky')
  // Where a second place is named, there is enough to see.
  const alone = senses.every(({ kind, value }) => kind !== 'place' || value === place?.value)
  const accent = place && alone && Object.hasOwn(ACCENTS, place.value) ? ACCENTS[place.value] : undefined
  if (sky && sky.value !== 'aurora' && (!place || place.value === 'sky' || place.value === 'space')) {
    return [thingOf(sky, sky.value)].filter((thing) => thing !== undefined)
  }
  if (place && accent) return [thingOf(place, accent, true)].filter((thing) => thing !== undefined)
  return []
}
