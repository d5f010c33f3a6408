import type { Subject } from '../../brief.ts'
import { archetypeOfPlace, featuresOfPlace } from '../../places.ts'

const SWIMMERS = /^(duck|swan|goose|otter|beaver|hippopotamus|crocodile|frog|turtle|salmon|trout)/
const isAfloat = ({ kind, art, activity }: Subject) =>
  /^(transport-water|animal-marine)/.test(kind) || /^(swim|sail|float)$/.test(activity ?? '') || SWIMMERS.test(art)

/**
 * A river that is only looked at comes in bends from afar; who floats on it has it before them from bank to bank. The pier of
 * a lake is one of planks, with no port about it.
 */
export function withOpenWater(places: readonly string[], subjects: readonly Subject[]): string[] {
  const inland = places.some((place) => /^(lake|river|fjord|mountains|forest)$/.test(place)) && !places.includes('sea')
  return places.map((place) => {
    if (place === 'harbour' && inland) return 'jetty'
    return place === 'winding-river' && subjects.some(isAfloat) ? 'river' : place
  })
}

// Land that has more to show than the grass beside any road.
const isCountry = (place: string) =>
  archetypeOfPlace(place) === 'forest' || (archetypeOfPlace(place) === 'landscape' && featuresOfPlace(place).length > 0)

const isDriven = ({ kind, activity }: Subject) => kind.startsWith('transport') || activity === 'drive'

/**
 * Whether a road is a part of the land that it goes through. Who drives is seen from the side, on the road itself; a road
 * with nobody on it, or one that a country is named for, winds through what there is to see.
 */
export function isRoadThroughLand(places: readonly string[], subjects: readonly Subject[]): boolean {
  if (!places.includes('road') || subjects.some(isDriven)) return false
  return subjects.every(({ kind }) => !/^(person|animal)/.test(kind)) || places.some(isCountry)
}
