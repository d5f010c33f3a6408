import type { Deed, Script, Tie } from '../../brief.ts'
import type { Thing } from '../things.ts'
import type { Token } from '../tokens.ts'
import { acts } from './entities.ts'

type Told = Pick<Script, 'deeds' | 'ties'>
type Among = { entities: readonly Thing[]; tokens: readonly Token[] }

const AWAY = /^(away|hiding|hides)$/

function saysBetween({ entities, tokens }: Among, one: number, other: number, word: RegExp): boolean {
  const [from, to] = [entities[one]?.sense.end ?? 0, entities[other]?.sense.at ?? 0]
  return tokens.slice(from, to).some(({ text }) => word.test(text))
}

// "Läuft vor dem Hund davon", "s'enfuit devant une oie": by a word that says where, whom one flees from is before one.
function fledFrom({ craft, agents, patient }: Deed, ties: readonly Tie[]): number | undefined {
  if (patient !== undefined || craft !== 'flee') return patient
  return ties.find(({ kind, subject }) => /^(in-front-of|from)$/.test(kind) && agents.includes(subject))?.other
}

// "Running away from a goose": it is the goose that chases.
function fled(deed: Deed, ties: readonly Tie[], among: Among): Deed {
  const { verb, agents, craft } = deed
  const [agent] = agents
  const from = fledFrom(deed, ties)
  const chaser = among.entities[from ?? -1]
  if (!/^(run|walk)$/.test(verb) || from === undefined || agent === undefined || !chaser || !acts(chaser)) return deed
  const away = craft === 'flee' || saysBetween(among, agent, from, AWAY)
  return away ? { verb: 'chase', agents: [from], patient: agent } : deed
}

// A goalkeeper who dives for a ball leaps, and does not swim.
function leapt(deed: Deed, deeds: readonly Deed[], { entities }: Among): Deed {
  const forBall = deeds.some(
    ({ verb, agents, patient = -1 }) =>
      /^(catch|play|hold|take)$/.test(verb) &&
      /ball|disc/.test(entities[patient]?.art ?? '') &&
      agents.some((agent) => deed.agents.includes(agent)),
  )
  const keeps = deed.agents.some((agent) => /^(goal)?keepers?$|^goalies?$/.test(entities[agent]?.sense.text ?? ''))
  return deed.verb === 'swim' && (forBall || keeps) ? { ...deed, verb: 'jump' } : deed
}

// What one goes up by hands and feet.
const CLIMBED = /(tree|ladder|wall|rope|pole|fence|tower|wire)$/

const PARTS_WITH = /^(steal|buy|rescue)$/
const FROM = /^(from|bei|beim|von|vom|de|del|du|des|d|a|al|au|aux|chez|da|dal|dalla|dallo|dall|do|dos|das|ao|у|из)$/

// "Steals a banana from a tourist", "buys oranges from a vendor": whoever it is from stands before the taker.
function fromSomebody(deed: Deed, { entities, tokens }: Among): Deed {
  const { verb, craft = '', agents, patient, recipient } = deed
  if (recipient !== undefined || patient === undefined || !(verb === 'take' || PARTS_WITH.test(craft))) return deed
  const { end = 0, clause } = entities[patient]?.sense ?? {}
  const from = tokens.findIndex((token, at) => at >= end && token.clause === clause && FROM.test(token.text))
  const owner = entities.findIndex(
    (thing, at) => from >= 0 && thing.sense.at > from && thing.sense.at - from <= 4 && acts(thing) && at !== patient,
  )
  return owner < 0 || agents.includes(owner) ? deed : { ...deed, recipient: owner }
}

// "Rescues a kitten from a tree": the kitten is in the tree, and not who rescues it.
function rescuedThere(tie: Tie, deeds: readonly Deed[], { entities }: Among): Tie {
  const deed = deeds.find(({ craft, agents }) => craft === 'rescue' && agents.includes(tie.subject))
  const saved = entities[deed?.patient ?? -1]
  const there = tie.kind === 'on' && deed?.patient !== undefined && deed.patient !== tie.other
  return there && saved && acts(saved) ? { ...tie, subject: deed.patient as number } : tie
}

// "Grimpe à un arbre", "si arrampica su un albero": what is climbed is said as a place.
function climbed(deed: Deed, ties: readonly Tie[], { entities }: Among): Deed {
  if (deed.verb !== 'climb' || deed.patient !== undefined) return deed
  const tie = ties.find(
    ({ kind, subject, other }) =>
      /^(on|in|at|through)$/.test(kind) && deed.agents.includes(subject) && CLIMBED.test(entities[other]?.art ?? ''),
  )
  return tie ? { ...deed, patient: tie.other } : deed
}

// "A red car on a coastal road, …, woman driving": she drives what was named.
function driven(deed: Deed, deeds: readonly Deed[], { entities }: Among): Deed {
  if (deed.verb !== 'ride' || deed.patient !== undefined) return deed
  const taken = (at: number) => deeds.some(({ patient }) => patient === at)
  const vehicle = entities.findIndex(({ kind }, at) => /^transport-(ground|water)/.test(kind) && !taken(at))
  return vehicle < 0 ? deed : { ...deed, patient: vehicle }
}

// "A cat jumps from the sofa onto the table": it ends on the table, and the sofa stands beside it.
function leaptAcross(ties: readonly Tie[], deeds: readonly Deed[], among: Among): Tie[] {
  for (const { verb, agents } of deeds) {
    const [agent = -1] = verb === 'jump' ? agents : []
    const left = ties.find(({ kind, subject }) => /^(on|from)$/.test(kind) && subject === agent)
    const onto = left && ties.find(({ kind, subject }) => kind === 'on' && subject === left.other)
    if (!left || !onto || !saysBetween(among, agent, left.other, /^from$/)) continue
    return [
      { kind: 'on', subject: agent, other: onto.other },
      { kind: 'beside', subject: left.other, other: onto.other },
      { kind: 'from', subject: agent, other: left.other },
      ...ties.filter((tie) => tie !== left && tie !== onto),
    ]
  }
  return [...ties]
}

// "Knocks over a vase": it stood where whoever does it is, or before them, and nobody is over it.
function knockedOver({ deeds, ties }: Told, among: Among): Told {
  const tipped = ties.find(
    ({ kind, subject, other }) => kind === 'over' && saysBetween(among, subject, other, /^(knock|tip|push)/),
  )
  if (!tipped) return { deeds, ties }
  const { subject, other } = tipped
  const on = ties.find((tie) => tie.kind === 'on' && tie.subject === subject)
  const where: Tie = on ? { ...on, subject: other } : { kind: 'beside', subject: other, other: subject }
  return {
    deeds: deeds.filter(({ verb, agents }) => verb !== 'hammer' || !agents.includes(subject)),
    ties: [...ties.filter((tie) => tie !== tipped), where],
  }
}

const RIDDEN = /cycle|scooter|skateboard|^(horse|donkey|camel|elephant|broom|sled|roller-skates)$/

// "A man on a scooter chasing a lady on a bicycle": nobody rides two, so the second is under whoever it is said of.
function eachOnTheirOwn(ties: readonly Tie[], { entities }: Among): Tie[] {
  const isRide = ({ kind, other }: Tie) => kind === 'on' && RIDDEN.test(entities[other]?.art ?? '')
  return ties.map((tie, at) => {
    const taken = ({ subject, other }: Tie) => subject === tie.subject || other === tie.subject
    const second = isRide(tie) && ties.slice(0, at).some((one) => isRide(one) && taken(one))
    const start = entities[tie.other]?.sense.at ?? 0
    const nearest = second
      ? entities.findLastIndex((thing, one) => one !== tie.other && acts(thing) && thing.sense.at < start)
      : -1
    const free = nearest >= 0 && !ties.some((one) => isRide(one) && one.subject === nearest)
    return free ? { ...tie, subject: nearest } : tie
  })
}

// "A cow wearing a bell stands on the roof": with the bell, but it is the cow that is said to be there.
function whoWearsIt(tie: Tie, among: Among): Tie {
  const { entities } = among
  const worn = entities[tie.subject]
  const wearer = worn && !acts(worn) ? entities.findLastIndex((one) => acts(one) && one.sense.at < worn.sense.at) : -1
  const told = /^(on|in|under|beside|behind|in-front-of)$/.test(tie.kind) && wearer >= 0 && wearer !== tie.other
  return told && saysBetween(among, wearer, tie.subject, /^wearing$/) ? { ...tie, subject: wearer } : tie
}

/** Deeds and places that the words tell from the other side: who runs away is chased, who is rescued from a tree is in it. */
export function retold({ deeds, ties }: Told, among: Among): Told {
  const now = deeds.map((deed) =>
    driven(fromSomebody(fled(climbed(leapt(deed, deeds, among), ties, among), ties, among), among), deeds, among),
  )
  // Who is chased is not also told to stand before the chaser, nor a buyer to stand anywhere but before the seller.
  const isKept = ({ subject, other }: Tie) =>
    !now.some(
      ({ craft = '', verb, patient, recipient, agents }) =>
        (PARTS_WITH.test(craft) && recipient === other && agents.includes(subject)) ||
        (verb === 'chase' && patient === subject && agents.includes(other)) ||
        (verb === 'climb' && patient === other && agents.includes(subject)),
    )
  const there = leaptAcross(eachOnTheirOwn(ties, among), now, among)
    .filter(isKept)
    .map((tie) => whoWearsIt(rescuedThere(tie, now, among), among))
  return knockedOver({ deeds: now, ties: there }, among)
}
