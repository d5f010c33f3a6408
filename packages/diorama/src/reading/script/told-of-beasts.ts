import type { Deed, Script, Tie } from '../../brief.ts'
import type { Thing } from '../things.ts'
import { without } from './left-out.ts'

type Told = Pick<Script, 'deeds' | 'ties'>

/** Who hatches is in the egg that is named. */
export function hatched({ deeds, ties }: Told, entities: readonly Thing[]): Told {
  const hatching = deeds.filter(({ craft }) => craft === 'hatch')
  const egg = entities.findIndex(({ art }) => /egg$/.test(art))
  if (hatching.length === 0 || egg < 0) return { deeds, ties }
  const inside = hatching.flatMap(({ agents }) => agents.map((subject): Tie => ({ kind: 'in', subject, other: egg })))
  return {
    deeds: deeds.map((deed): Deed => (deed.craft === 'hatch' ? { verb: 'stand', agents: deed.agents } : deed)),
    ties: [...ties.filter(({ other }) => other !== egg), ...inside],
  }
}

/** Those who are served at a table sit there, and not who serves them. */
export function servedThere({ deeds, ties }: Told, entities: readonly Thing[]): Told {
  const serving = deeds.find(
    ({ craft, patient, recipient }) =>
      craft === 'serve' && entities[recipient ?? patient ?? -1]?.kind.startsWith('person') === true,
  )
  const guest = serving?.recipient ?? serving?.patient
  if (!serving || guest === undefined) return { deeds, ties }
  const table = entities.findIndex(({ art }) => art === 'table')
  if (table < 0) return { deeds, ties }
  const there = [guest, ...serving.agents].map((subject): Tie => ({ kind: 'at', subject, other: table }))
  return {
    deeds: deeds.map((deed): Deed => (deed === serving ? { verb: 'hold', craft: 'serve', agents: deed.agents } : deed)),
    ties: [...ties.filter(({ other }) => other !== table), ...there],
  }
}

/** By a rope or on a leash one leads somebody: it is in the hand, and stretched nowhere. */
export function withoutLeash(script: Script): Script {
  const led = script.deeds.some(({ verb, patient }) => /^(lead|walk|pull)$/.test(verb) && patient !== undefined)
  return led ? without(script, ({ art }) => art === 'wire' || art === 'jump-rope') : script
}
