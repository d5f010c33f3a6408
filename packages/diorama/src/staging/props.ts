import { drawingOf } from '../art.ts'
import type { Deed, Script, Subject, Tie } from '../brief.ts'
import { withBreath } from './breath.ts'
import { onTheirBlock } from './carved.ts'
import { breedOf } from '../scene/rig/breeds.ts'
import { atTheirBench, isHandwork, toolOfPaws, toolsInHand, withTheirGear } from './craft-props.ts'
import type { Workshop } from './workshop.ts'
import { isAlive, metresOf } from './real-sizes.ts'
import { ownInstruments, seatAtInstrument } from './music.ts'
import { withDens } from './dens.ts'
import { drinking, isAtMouth } from './drinking.ts'
import { onChairs, onLaps, playedOnTop, seatsTaken, tableForGuests } from './guests.ts'
import { onCanvas } from './on-canvas.ts'
import { withFodder } from './fodder.ts'
import { entityNamed } from './named-entity.ts'
import { pushedOff } from './pushed-off.ts'
import { ploughing } from './ploughing.ts'
import { pouring } from './pouring.ts'
import { standIns } from './stand-ins.ts'
import { asTaken } from './taken.ts'
import { asPilot, inVehicle } from './vehicles.ts'
import { weaponsOf } from './weapons.ts'
import { atTheCake, onTheirSurface, overTheirCups, seatWhomTheyServe, sitDownTogether } from './work-places.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'

// A goldfish lives behind glass.
function behindGlass(entities: Subject[], { ties }: Script): void {
  for (const { kind, subject, other } of ties) {
    const swims = kind === 'in' && entities[subject]?.kind.startsWith('animal-marine')
    const [glass] = swims && entities[other]?.art === 'bowl-with-spoon' ? entityNamed('fishbowl') : []
    if (glass) entities[other] = glass
  }
}

// Nobody holds a hot air balloon; who holds flowers holds a bunch of them.
function forHands(thing: Subject): Subject[] {
  if (thing.art === 'hot-air-balloon') return entityNamed('balloon')
  // Of a baby only the head is drawn.
  if (thing.art.startsWith('baby') && thing.kind === 'person') return entityNamed('swaddled-baby')
  return thing.count > 1 && thing.kind === 'plant-flower' ? entityNamed('bouquet') : []
}

function handy(entities: Subject[], { deeds, ties }: Script): void {
  for (const { kind, subject, other } of ties) {
    const thing = kind === 'with' && hasPersonRig(entities[subject] as Subject) ? entities[other] : undefined
    const [balloon] = thing?.art === 'hot-air-balloon' ? forHands(thing) : []
    if (thing && balloon) entities[other] = { ...thing, art: balloon.art, kind: balloon.kind }
  }
  for (const { verb, patient = -1 } of deeds) {
    const thing = /^(hold|give|fly)$/.test(verb) ? entities[patient] : undefined
    const [instead] = thing ? forHands(thing) : []
    if (thing && instead) entities[patient] = { ...thing, art: instead.art, kind: instead.kind, count: 1 }
  }
}

// Sat on by those who share them.
const SHARED_SEATS = /^(bench|sofa|couch-and-lamp|bed|blanket|picnic-blanket|hammock|sled|swing|rug)$/

// Who shares an umbrella holds it, and does not eat it.
function asHeld({ entities }: Script, deed: Deed): Deed {
  const { kind = '', art = '' } = entities[deed.patient ?? -1] ?? {}
  // A baby that is kissed or cuddled is in the arms.
  if (deed.verb === 'hug' && kind === 'person' && art.startsWith('baby'))
    return { verb: 'hold', agents: deed.agents, patient: deed.patient as number }
  const eaten = deed.patient === undefined || /^(food|drink|dish|plant|animal)/.test(kind)
  if (deed.verb !== 'eat' || eaten || deed.craft === 'drink') return deed
  return { ...deed, verb: SHARED_SEATS.test(art) ? 'sit' : 'hold' }
}

const TOOLS: Partial<Record<Deed['verb'], string>> = { read: 'open-book', fish: 'fishing-pole' }
const IN_HAND: Partial<Record<Deed['verb'], string>> = {
  paint: 'paintbrush',
  water: 'watering-can',
  dig: 'shovel',
  hammer: 'hammer',
}
const WATERS = /^(garden-hose|watering-can|bucket|jug)$/
// Only a head is drawn of these, and heads do not stand on grass.
const WHOLE: Readonly<Record<string, string>> = {
  'front-facing-baby-chick': 'baby-chick',
  'dragon-face': 'dragon',
}

function wholeBodies(entities: Subject[]): void {
  for (const [at, one] of entities.entries()) {
    const [whole] = Object.hasOwn(WHOLE, one.art) ? entityNamed(WHOLE[one.art] as string) : []
    if (whole) entities[at] = { ...one, art: whole.art, kind: whole.kind }
  }
}

// What lies about where there is a table lies on it: cards that are played, a cake that is shared.
function ontoTable(entities: readonly Subject[], { deeds }: Script, ties: Tie[]): void {
  const table = entities.findIndex(({ art }) => art === 'table')
  if (table < 0) return
  const used = new Set(
    deeds
      .filter((deed) => /^(hold|give|read|fly|push|pull)$/.test(deed.verb) || isAtMouth(deed, { entities, ties }))
      .map((deed) => deed.patient),
  )
  for (const [subject, one] of entities.entries()) {
    const free = !used.has(subject) && !ties.some((tie) => tie.subject === subject)
    // What the work is done with is in the hand.
    const held = ties.some(
      ({ kind, other }) => other === subject && (kind === 'beside' || (kind === 'with' && one.kind === 'tool')),
    )
    if (free && !held && !isAlive(one) && metresOf(one) <= 0.6 && subject !== table)
      ties.push({ kind: 'on', subject, other: table })
  }
}

const isTool = (one: Subject | undefined) => one !== undefined && /^(tool|household|writing)/.test(one.kind)

/** The script with what goes without saying: a book for who reads, a table under what is cooked, glass around a goldfish. */
export function withProps(asked: Script): Script {
  const script = { ...asked, deeds: asked.deeds.map((deed) => asPilot(asked, asTaken(asked, asHeld(asked, deed)))) }
  const entities = [...script.entities]
  const ties = [...script.ties, ...seatsTaken(script.deeds)]
  onLaps(entities, ties)
  playedOnTop(entities, script.deeds, ties)
  behindGlass(entities, script)
  standIns(entities, script, ties)
  withDens(entities, script, ties)
  onTheirBlock(entities, script.deeds, ties)
  pushedOff(entities, script.deeds, ties)
  tableForGuests(entities, script, ties)
  onChairs(entities, script, ties)
  handy(entities, script)
  wholeBodies(entities)
  ownInstruments(entities, script.deeds)
  const add = (art: string, count = 1): number =>
    entities.push(...entityNamed(art).map((one) => ({ ...one, count }))) - 1
  ontoTable(entities, script, ties)
  const extra: Deed[] = []
  // As many rods as there are anglers.
  const addFor = (whom: number, art: string, colour?: string): number => {
    const thing = add(art)
    const [count, one] = [entities[whom]?.count ?? 1, entities[thing]]
    if (one) entities[thing] = { ...one, count, ...(colour !== undefined && { colour }) }
    return thing
  }
  const told = withBreath({ deeds: script.deeds, entities, ties, addFor })
  const equipped = (deed: Deed, first: number): Deed => {
    const tool = TOOLS[deed.verb]
    if (!tool) return deed
    // A book that is there already is the one that is read.
    const own = entities.findIndex((one) => one.art === tool)
    if (deed.agents.length === 1) return { ...deed, patient: own < 0 ? addFor(first, tool) : own }
    for (const agent of deed.agents) extra.push({ verb: 'hold', agents: [agent], patient: addFor(agent, tool) })
    return deed
  }
  const inHand = (verb: Deed['verb'], agents: number[]) => {
    const tool = verb === 'water' && entities.some(({ art }) => WATERS.test(art)) ? undefined : IN_HAND[verb]
    const knocks = verb === 'hammer' && entities.some(({ art }) => art === 'door')
    const has =
      knocks ||
      script.deeds.some((deed) => deed.verb === 'hold' && deed.agents.some((one) => agents.includes(one))) ||
      ties.some(({ kind, subject, other }) => kind === 'with' && agents.includes(subject) && isTool(entities[other]))
    if (tool && !has && drawingOf(tool)) extra.push({ verb: 'hold', agents, patient: add(tool) })
  }
  const shop: Workshop = { entities, ties, deeds: script.deeds, add, addFor }
  const deeds = told.map((one): Deed => {
    const asked = withFodder(atTheCake(one, shop), shop)
    extra.push(...weaponsOf(asked, shop))
    const [agent = -1] = asked.agents
    const doer = entities[agent]
    if (!doer || !hasPersonRig(doer)) {
      // A rabbit waters flowers with a can too; a dog digs with its paws.
      if (doer && breedOf(doer.art) && isHandwork(asked)) extra.push(...toolOfPaws(asked, shop))
      // Whoever reads has a book, in paws too.
      const reads = doer && breedOf(doer.art) && asked.verb === 'read' && asked.patient === undefined
      return drinking(reads ? equipped(asked, agent) : asked, shop)
    }
    inHand(asked.verb, asked.agents.slice(0, 1))
    seatAtInstrument(asked, shop)
    extra.push(...toolsInHand(asked, shop), ...ploughing(asked, shop))
    const poured = pouring(withTheirGear(asked, shop), shop)
    extra.push(...poured.held)
    const deed = inVehicle(atTheirBench(poured.deed, shop), shop)
    if (deed !== asked) return deed
    if (deed.verb === 'paint') return { ...deed, patient: onCanvas(deed.patient, shop) }
    seatWhomTheyServe(deed, shop)
    sitDownTogether(deed, shop)
    if (deed.patient === undefined) return overTheirCups(equipped(deed, agent), shop)
    return onTheirSurface(deed, shop)
  })
  for (const [at, { tool }] of script.entities.entries()) {
    const busy = ties.some(({ kind, subject }) => subject === at && kind === 'with')
    if (tool && !busy && drawingOf(tool)) extra.push({ verb: 'hold', agents: [at], patient: addFor(at, tool) })
  }
  return { entities, deeds: [...deeds, ...extra], ties }
}
