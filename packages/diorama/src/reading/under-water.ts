// Words that say by themselves that all of it is under water: what has sunk lies on the ground of the sea.
const SUNKEN =
  /\b(sunken|ship-?wrecks?|angler ?fish|hundid[oa]s?|naufragios?|coulee?s?|epaves?|englouti(e|s|es)?|versunken\w*|gesunken\w*|schiffswracks?|afundad[oa]s?|affondat[oaie]|relitto|sommers[oaie]|zatopion\w*|wrak|gezonken|sjunk\w*)\b|затонувш|沉船|沈没|海底|침몰|난파선|غارقة?/
// A garden or eyes may be sunken too.
const ON_LAND = /\bsunken (garden|eyes|cheeks|living|lounge|courtyard|face|chest|bath|seating)/

/** The places of a prompt, with the sea's ground where something in it has sunk. */
export function withDepths(prompt: string, places: readonly string[]): string[] {
  const plain = prompt.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const sunk = SUNKEN.test(plain) && !ON_LAND.test(plain)
  return sunk && !places.includes('underwater') ? ['underwater', ...places] : [...places]
}
