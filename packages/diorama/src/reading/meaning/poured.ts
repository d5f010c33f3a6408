import type { Script } from '../../brief.ts'
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
