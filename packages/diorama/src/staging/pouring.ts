import type { Deed, Subject, Tie } from '../brief.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import type { Workshop } from './workshop.ts'
import { isContainer } from './containers.ts'
import { replace } from './named-entity.ts'
import { metresOf } from './real-sizes.ts'

// What one pours from, by what one pours into.
const FROM: readonly [into: RegExp, from: string][] = [
  [/^(hot-beverage|tea-cup|tea-glass|chai|latte|cappuccino|espresso|teacup-without-handle|mate)$/, 'pouring-teapot'],
  [/^(wine|champagne-flute|wine-glass|cocktail-glass|clinking-glasses|beer-mug)$/, 'pouring-bottle'],
  [/^(alembic|test-tube|petri-dish)$/, 'pouring-flask'],
]

const fills = ({ art, kind }: Subject) => isContainer(art) || /^(drink|food|dish|science)/.test(kind)

// What is poured into is told to be there, or is what is poured: tea is a cup of tea.
function vesselOf({ agents, patient }: Deed, entities: readonly Subject[], ties: readonly Tie[]): number {
  const tied = ties
    .filter(({ subject, kind }) => (agents.includes(subject) || subject === patient) && kind !== 'with')
    .map(({ other }) => other)
  const into = tied.find((one) => fills(entities[one] as Subject))
  return into ?? (patient !== undefined && fills(entities[patient] as Subject) ? patient : -1)
}

// Poured from a jug, whatever it goes into.
const COLD = /milk|water|juice|lemonade|cream|syrup|honey/

const LOW = 0.3

// Milk comes out of a jug, tea out of a pot.
function jugFor(into: Subject, what: Subject | undefined): string {
  const usual = what && COLD.test(what.art) ? undefined : FROM.find(([art]) => art.test(into.art))?.[1]
  return usual ?? 'pouring-jug'
}

// Who pours and what is poured are no longer told to be at the vessel.
function untied({ agents, patient }: Deed, vessel: number, ties: Tie[]): void {
  const others = ties.filter(({ subject, other }) => {
    const pair = [subject, other]
    return !(pair.includes(vessel) && pair.some((one) => agents.includes(one) || one === patient))
  })
  ties.splice(0, ties.length, ...others)
}

// Milk on its way into a cup is in the jug, and in no glass of its own.
function jugInHand({ patient }: Deed, jug: string, what: Subject | undefined, shop: Workshop): number {
  if (patient === undefined || !what || !/^(drink|food)/.test(what.kind)) return shop.add(jug)
  replace(shop.entities, patient, jug)
  return patient
}

/** Who pours has a jug in the hand, and before them what it goes into: a cup on a table, a bucket on the ground. */
export function pouring(deed: Deed, shop: Workshop): { deed: Deed; held: Deed[] } {
  const { entities, ties } = shop
  const [agent = -1] = deed.agents
  const vessel = deed.craft === 'pour' && hasPersonRig(entities[agent] as Subject) ? vesselOf(deed, entities, ties) : -1
  const into = entities[vessel]
  if (!into) return { deed, held: [] }
  const what = deed.patient === vessel ? undefined : entities[deed.patient ?? -1]
  untied(deed, vessel, ties)
  const stand = ties.find(({ kind, subject }) => kind === 'on' && subject === vessel)?.other
  const table = stand ?? (metresOf(into) > LOW && isContainer(into.art) ? vessel : tableUnder(vessel, shop))
  const held: Deed = { verb: 'hold', agents: [agent], patient: jugInHand(deed, jugFor(into, what), what, shop) }
  return { deed: { ...deed, verb: 'handle', patient: table }, held: [held] }
}

function tableUnder(vessel: number, shop: Workshop): number {
  const named = shop.entities.findIndex(({ art }) => art === 'table')
  const table = named >= 0 ? named : shop.add('table')
  shop.ties.push({ kind: 'on', subject: vessel, other: table })
  return table
}
