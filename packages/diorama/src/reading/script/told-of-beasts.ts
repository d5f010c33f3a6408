import type { Deed, Script, Tie } from '../../brief.ts'
import type { Thing } from '../things.ts'
import type { Token } from '../tokens.ts'
import { without } from './left-out.ts'

type Told = Pick<Script, 'deeds' | 'ties'>

/** Who hatches is in the egg that is named. */
export function hatched({ deeds, ties }: Told, entities: readonly Thing[]): Told {
  const hatching = deeds.filter(({ craft }) => craft === 'hatch')
  const egg = entities.findIndex(({ art }) => art.endsWith('egg'))
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

const WINGED =
  /^(dragon|chinese-dragon|pegasus|eagle|phoenix|griffin|swan|goose|owl|butterfly|flying-carpet|dove|unicorn|pterodactyl)/
const ALOFT = /\b(above|over|through|in|among|between|across) the (?:[a-z]+ )?(clouds?|sky|skies)\b/

/** What is ridden above the clouds flies there. */
export function ridesOnWings(told: Told, entities: readonly Thing[], tokens: readonly Token[]): Told {
  if (!ALOFT.test(tokens.map(({ text }) => text).join(' '))) return told
  const mounts = told.deeds.flatMap(({ verb, patient = -1 }) =>
    verb === 'ride' && WINGED.test(entities[patient]?.art ?? '') ? [patient] : [],
  )
  return mounts.length > 0 ? { ...told, deeds: [...told.deeds, { verb: 'fly', agents: mounts }] } : told
}

const WATERS = /^(river|lake|pond|stream|pool|sea|ocean|water|swamp|lagoon|creek|waterhole)$/
const SMALL_WORDS = /^(a|an|the|deep|shallow|muddy|blue|calm|cold|warm|clear|wide|still|green)$/

// Nothing but an adjective or two between "in" and the water.
function isInWater(tokens: readonly Token[], from: number): boolean {
  const rest = tokens.slice(from, from + 7).map(({ text }) => text)
  const at = rest.indexOf('in')
  if (at < 0) return false
  const water = rest.findIndex((text, i) => i > at && !SMALL_WORDS.test(text))
  return water > at && WATERS.test(rest[water] ?? '')
}

/** A hippo in a river is in it up to the belly, unless it does something there that it stands for. */
export function inTheWater(told: Told, entities: readonly Thing[], tokens: readonly Token[]): Told {
  const last = entities.length - 1
  const thing = entities[last]
  if (!thing || !/^animal-(mammal|reptile|amphibian)/.test(thing.kind) || !isInWater(tokens, thing.sense.end))
    return told
  const own = told.deeds.filter(({ agents }) => agents.includes(last))
  if (own.some(({ craft }) => craft !== 'stalk') || told.ties.some(({ subject }) => subject === last)) return told
  const others = told.deeds.filter((deed) => !own.includes(deed))
  return { ...told, deeds: [...others, { verb: 'swim', agents: [last] }] }
}
