import { drawingOf } from '../art.ts'
import type { Deed, Subject } from '../brief.ts'
import { craftOf } from '../crafts.ts'
import type { Workshop } from './workshop.ts'
import { replace } from './named-entity.ts'
import { isAlive, metresOf } from './real-sizes.ts'
import { isWorktop } from './supports.ts'
import { toolFor, takeSeats } from './work-places.ts'

const hasArt = ({ entities }: Workshop, art: string) => entities.some((one) => one.art === art)

function hasHandsFull({ deeds, ties }: Workshop, agent: number): boolean {
  return (
    deeds.some(({ verb, agents, patient }) => verb === 'hold' && patient !== undefined && agents.includes(agent)) ||
    ties.some(({ kind, subject }) => kind === 'with' && subject === agent)
  )
}

// What is picked is in the basket.
function intoBasket(picked: number | undefined, basket: number, { entities, ties }: Workshop): void {
  const fruit = picked === undefined ? undefined : entities[picked]
  if (fruit && picked !== undefined && metresOf(fruit) < 0.7 && !/^(animal-(?!marine)|person)/.test(fruit.kind))
    ties.push({ kind: 'in', subject: picked, other: basket })
}

// What it is done with, as far as that is drawn.
function toolOf(craft: string | undefined, work: Subject | undefined): string | undefined {
  const usual = craftOf(craft)?.tool
  const tool = usual && /^(repair|examine|mend)$/.test(craft ?? '') ? toolFor(work, usual) : usual
  return tool && drawingOf(tool) ? tool : undefined
}

/** What is in the hands of those who work: a saw for who saws, unless one is told of. */
export function toolsInHand({ craft, agents, colour, patient }: Deed, shop: Workshop): Deed[] {
  const work = shop.entities[patient ?? -1]
  const tool = toolOf(craft, work)
  if (!tool || hasArt(shop, tool)) return []
  // What is knitted is what is on the needles, and in its colour.
  const inColour = craft === 'knit' ? colour : undefined
  if (craft === 'knit' && patient !== undefined && work && !isAlive(work)) {
    replace(shop.entities, patient, tool)
    return [{ verb: 'hold', agents, patient }]
  }
  const free = agents.filter((agent) => !hasHandsFull(shop, agent))
  return free.map((agent) => {
    const thing = shop.addFor(agent, tool, inColour)
    if (craft === 'harvest') intoBasket(patient, thing, shop)
    return { verb: 'hold', agents: [agent], patient: thing }
  })
}

const isLaidThere = (work: Subject | undefined) => work !== undefined && !isAlive(work) && metresOf(work) < 1.4

/** The deed with what stands where it is done: a hoop by who dunks. */
export function withTheirGear(deed: Deed, shop: Workshop): Deed {
  const { gear, does, surface } = craftOf(deed.craft) ?? {}
  const { patient } = deed
  const laid = surface !== undefined && patient !== undefined
  if (!gear || laid || !drawingOf(gear) || hasArt(shop, gear)) return deed
  const thing = shop.add(gear)
  // A sword that is forged lies on the anvil.
  if (patient !== undefined && isWorktop(gear) && isLaidThere(shop.entities[patient])) {
    shop.ties.push({ kind: 'on', subject: patient, other: thing })
    return { ...deed, patient: thing }
  }
  // A lawn mower is pushed, a sink is stood at.
  if (does === 'push') return { ...deed, verb: does, patient: thing }
  if (does === undefined && patient === undefined) return { ...deed, patient: thing }
  shop.ties.push({ kind: 'beside', subject: thing, other: deed.agents[0] ?? -1 })
  return deed
}

/** The deed at a table with what is worked on, where nothing of that kind is told of: dough before who kneads. */
export function atTheirBench(deed: Deed, shop: Workshop): Deed {
  const bench = craftOf(deed.craft)?.bench
  const { patient } = deed
  if (bench && patient !== undefined && isBareTable(shop, patient)) {
    shop.ties.push({ kind: 'on', subject: shop.add(bench), other: patient })
    return { ...deed }
  }
  if (!bench || patient !== undefined || !drawingOf(bench) || hasArt(shop, bench)) return deed
  return atNewTable(deed, bench, shop)
}

const isBareTable = ({ entities, ties }: Workshop, table: number) =>
  entities[table]?.art === 'table' && !ties.some(({ kind, other }) => kind === 'on' && other === table)

function atNewTable(deed: Deed, bench: string, shop: Workshop): Deed {
  if (shop.ties.some(({ subject, kind }) => deed.agents.includes(subject) && /^(at|on|in)$/.test(kind))) return deed
  if (hasArt(shop, 'table')) return deed
  const guests = deed.agents.reduce((sum, agent) => sum + (shop.entities[agent]?.count ?? 1), 0)
  const { seated } = craftOf(deed.craft) ?? {}
  // A plate for each of those who dine.
  const [thing, table] = [shop.add(bench, seated ? Math.min(3, guests) : 1), shop.add('table')]
  shop.ties.push({ kind: 'on', subject: thing, other: table })
  if (!seated) return { ...deed, patient: table }
  takeSeats(deed, table, shop)
  return { ...deed }
}

const HANDWORK =
  /^(knit|mend|write|draw|stir|whisk|fry|sweep|rake|conduct|photograph|examine|experiment|serve|harvest|measure)$/

/** Whether an animal that sits up has something in its paws for it. */
export const isHandwork = ({ verb, craft = '' }: Deed): boolean => verb === 'water' || HANDWORK.test(craft)

/** The same for animals that sit up with it: a watering can for a rabbit that waters flowers. */
export function toolOfPaws(deed: Deed, shop: Workshop): Deed[] {
  if (deed.verb !== 'water') return toolsInHand(deed, shop)
  const [agent = -1] = deed.agents
  if (hasHandsFull(shop, agent) || hasArt(shop, 'watering-can')) return []
  return [{ verb: 'hold', agents: [agent], patient: shop.addFor(agent, 'watering-can') }]
}
