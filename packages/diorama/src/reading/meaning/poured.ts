import type { Script } from '../../brief.ts'
import { without } from '../script/left-out.ts'
import type { Sense } from '../senses.ts'
import type { Thing } from '../things.ts'

const DRINK = /^(drink|food)/

// "Pours tea into a cup": what comes next, where a vessel comes after it.
function pouredBy({ end, clause }: Sense, things: readonly Thing[], vessels: readonly Sense[]): Thing | undefined {
  const what = things.find(({ sense }) => sense.at >= end && sense.clause === clause)
  const into = what && vessels.find((vessel) => vessel.at >= what.sense.end && vessel.clause === clause)
  return into && DRINK.test(what.kind) ? what : undefined
}

const poursIn = (senses: readonly Sense[]): Sense[] =>
  senses.filter(({ kind, value }) => kind === 'happening' && value === 'pour')

/** Whoever pours into something is beside it, not in it. */
export function besideVessels(script: Script, senses: readonly Sense[]): Script {
  if (poursIn(senses).length === 0) return script
  const drink = senses.find(
    ({ kind, value }) =>
      kind === 'art' &&
      /^(wine|wine-glass|champagne-flute|juice-glass|tea-cup|chai|hot-beverage|glass-of-milk)$/.test(value),
  )
  const isSource = (at: number): boolean => script.entities[at]?.kind.startsWith('food') !== true
  const ties = script.ties.map((tie) =>
    tie.kind === 'in' && isSource(tie.subject) ? { ...tie, kind: 'beside' as const } : tie,
  )
  // Red wine in a glass is in a wine glass, and tea in a cup is tea.
  const entities = script.entities.map((one) =>
    drink && /^(tumbler-glass|water-glass|teacup-without-handle)$/.test(one.art) ? { ...one, art: drink.value } : one,
  )
  return { ...script, entities, ties }
}

/** The things without those that are poured into another one: tea on its way into a cup is no second cup. */
export function withoutPoured(things: readonly Thing[], senses: readonly Sense[]): Thing[] {
  const pours = poursIn(senses)
  const vessels = senses.filter(({ kind }) => kind === 'vessel')
  const poured = new Set(pours.map((sense) => pouredBy(sense, things, vessels)))
  const others = things.filter((thing) => !poured.has(thing))
  // Where nobody pours, it is all that there is to see.
  return others.length > 0 ? others : [...things]
}

const SOUP = /^(soup-bowl|borscht|noodle-soup|curry-bowl|porridge)$/
const POT = /^(pot-of-food|cauldron)$/

/** Soup in a pot is the pot: it is in no bowl of its own. */
export function inTheirPot(script: Script): Script {
  const { entities, ties, deeds } = script
  const tie = ties.find(
    ({ kind, subject, other }) =>
      kind === 'in' && SOUP.test(entities[subject]?.art ?? '') && POT.test(entities[other]?.art ?? ''),
  )
  if (!tie) return script
  const soup = entities[tie.subject]
  const done = deeds.map((deed) => (deed.patient === tie.subject ? { ...deed, patient: tie.other } : deed))
  return without({ ...script, deeds: done }, (one) => one === soup)
}

const BOTTLED: readonly [drink: RegExp, bottle: string][] = [
  [/^(champagne-flute|clinking-glasses|mimosa)$/, 'bottle-with-popping-cork'],
  [/^(wine|wine-glass|mulled-wine)$/, 'wine-bottle'],
  [/^(beer-mug|clinking-beer-mugs)$/, 'beer-bottle'],
  [/^(glass-of-milk)$/, 'milk-bottle'],
]

/** A bottle of wine is a wine bottle, with no glass in it. */
export function inTheirBottle(script: Script): Script {
  const { entities, ties } = script
  const tie = ties.find(
    ({ kind, subject, other }) =>
      kind === 'in' && entities[other]?.art === 'glass-bottle' && entities[subject]?.kind === 'drink',
  )
  const drink = tie && entities[tie.subject]
  const bottle = drink && BOTTLED.find(([glass]) => glass.test(drink.art))?.[1]
  if (!tie || !bottle) return script
  const named = entities.map((one, at) => (at === tie.other ? { ...one, art: bottle } : one))
  return without({ ...script, entities: named }, (one) => one === drink)
}
