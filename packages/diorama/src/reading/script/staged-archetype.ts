import { traitsOf } from '../../archetype-traits.ts'
import type { Archetype, Subject } from '../../brief.ts'
import type { Script } from '../../script.ts'
import { metresOf } from '../../staging/real-sizes.ts'

type Known = { classic: Archetype; places: readonly string[] }

const INDOORS = /^(table|shelf|windowsill|sofa|couch-and-lamp|bed|throne|chair|blackboard|piano|fishbowl|open-book|pot-of-food|laptop|desk-lamp|cutting-board)$/
const STREET = /^(briefcase|handbag|shopping-bags|taxi|bus|automobile|umbrella.*)$/
const lives = ({ kind }: Subject) => /^(animal|person)/.test(kind)

// What a stage plan needs to stand in: heads and shoulders act nowhere, and who sits on a branch is not in a sky.
function whereTo({ entities, deeds, ties }: Script): Archetype {
  const named = (pattern: RegExp) => entities.some(({ art }) => pattern.test(art))
  const largest = Math.max(...entities.map(metresOf))
  const kitchen = deeds.some(({ verb, patient }) => verb === 'work' && patient !== undefined && /^food/.test(entities[patient]?.kind ?? ''))
  if (!entities.some(lives)) return largest < 0.7 ? 'tabletop' : named(INDOORS) ? 'room' : 'landscape'
  if (named(/^(rowing-boat|canoe|sailboat)$/) || named(/^whale|^dolphin/)) return 'sea'
  if (named(INDOORS) || kitchen) return largest < 0.5 && ties.length > 0 ? 'tabletop' : 'room'
  return named(STREET) ? 'street' : 'landscape'
}

/** The scene for a script: the classic one, unless it has no floor for what is told. */
export function stagedArchetype(script: Script, { classic, places }: Known): Archetype {
  const wanted = whereTo(script)
  const flies = script.deeds.some(({ verb, patient }) => verb === 'fly' && patient === undefined)
  if (classic === 'portrait' || classic === 'abstract') return wanted
  if (places.length > 0) {
    const small = classic === 'tabletop' && script.entities.some((one) => metresOf(one) > 0.7)
    return small ? 'room' : classic
  }
  if (classic === 'sky' && !flies) return wanted
  if (classic === 'underwater' && script.ties.some(({ kind }) => kind === 'in' || kind === 'under')) return wanted
  if (wanted === 'room' && !traitsOf(classic).where.isIndoors) return 'room'
  if (classic === 'tabletop' && script.entities.some((one) => metresOf(one) > 0.7)) return wanted
  return classic
}
