import type { Deed, Subject, Tie } from '../brief.ts'
import { craftOf, OUTDOOR_CRAFTS } from '../crafts.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import type { Workshop } from './workshop.ts'
import { isAlive, isCutlery, metresOf } from './real-sizes.ts'
import { isContainer } from './containers.ts'
import { isSupport } from './supports.ts'

// A boat or a car that is mended stands on the floor, a boot on the bench.
const BENCH_MOST = 1
const LONG = /^(plank|fishing-net)$/

// What is cooked and what is a game; what is planted or picked is outside.
function isDoneAtTable({ verb, craft = '' }: Deed, { kind, art }: Subject): boolean {
  const cooked =
    verb === 'work' && !OUTDOOR_CRAFTS.test(craft) && /^(food|drink|dish)/.test(kind) && !isCutlery({ art } as Subject)
  // One looks into a crystal ball on a table.
  if (/^(crystal-ball|microscope)$/.test(art) && verb === 'look-at') return true
  return cooked || (verb === 'play' && kind === 'game' && art !== 'yo-yo')
}

const isSmallBeast = (one: Subject) => /^animal-(?!bug)/.test(one.kind) && metresOf(one) < 0.8 && one.count === 1

function fitsOnBench(thing: Subject): boolean {
  const { art, kind } = thing
  if (isAlive(thing) || isSupport(art) || STANDS_ALONE.test(art) || /^(place|transport)/.test(kind)) return false
  return metresOf(thing) < BENCH_MOST || LONG.test(art)
}

function surfaceOf(deed: Deed, thing: Subject): string | undefined {
  const { surface } = craftOf(deed.craft) ?? {}
  // A small patient is on the table.
  if (/^(examine|treat|listen|inject|trim)$/.test(deed.craft ?? '') && isSmallBeast(thing)) return 'table'
  if (surface && fitsOnBench(thing)) return surface === 'stove' && !isContainer(thing.art) ? 'table' : surface
  return isDoneAtTable(deed, thing) ? 'table' : undefined
}

const isPlaced = ({ ties }: Workshop, thing: number) =>
  ties.some(({ kind, subject }) => subject === thing && /^(on|in|at|under|hanging)$/.test(kind))

// Two who play chess under a tree sit at a table that stands there.
function tableUnder({ ties, entities }: Workshop, agents: readonly number[], table: number): void {
  for (const [at, tie] of ties.entries())
    if (tie.kind === 'under' && agents.includes(tie.subject) && !entities[tie.other]?.art.includes('umbrella'))
      ties[at] = { ...tie, subject: table }
}

/** Chairs for those who do it, one on each side of the table where there are two. */
export function takeSeats({ agents }: Deed, table: number, shop: Workshop): void {
  tableUnder(shop, agents, table)
  const free = agents.filter((agent) => !isPlaced(shop, agent))
  const count = free.reduce((sum, agent) => sum + (shop.entities[agent]?.count ?? 1), 0)
  if (count === 0) return
  const chairs = shop.add('chair', count)
  for (const agent of free) shop.ties.push({ kind: 'on', subject: agent, other: chairs })
  shop.ties.push({ kind: 'at', subject: chairs, other: table })
}

const sitsDown = ({ craft, verb, agents }: Deed, { entities }: Workshop) =>
  craftOf(craft)?.seated === true ||
  // A game for two is played across the table.
  (verb === 'play' && agents.reduce((sum, agent) => sum + (entities[agent]?.count ?? 1), 0) > 1)

// Who plays chess with somebody, or against them, has them at the table too.
function withPartners({ agents, ...deed }: Deed, shop: Workshop): Deed {
  const partners = shop.ties.filter(
    ({ kind, subject, other }) =>
      /^(with|beside)$/.test(kind) && agents.includes(subject) && isAlive(shop.entities[other] as Subject),
  )
  const apart = shop.ties.filter((tie) => !partners.includes(tie))
  shop.ties.splice(0, shop.ties.length, ...apart)
  return { ...deed, agents: [...agents, ...partners.map(({ other }) => other)] }
}

// Who talks over a cup of coffee sits at a table with it.
const isTalkedOver = ({ kind, subject, other }: Tie, { agents }: Deed, { entities }: Workshop) =>
  kind === 'over' && agents.includes(subject) && /^(food|drink)/.test(entities[other]?.kind ?? '')

/** The cake whose candles are blown out is on the table, and nobody on the cake. */
export function atTheCake(deed: Deed, shop: Workshop): Deed {
  const cake = shop.entities.findIndex(({ art }) => art.includes('cake'))
  if (deed.craft !== 'blow-out' || deed.patient !== undefined || cake < 0) return deed
  const apart = shop.ties.filter(({ subject, other }) => other !== cake || !deed.agents.includes(subject))
  shop.ties.splice(0, shop.ties.length, ...apart)
  return { ...deed, patient: cake }
}

/** Those who chat over a cup, at a table with one for each of them. */
export function overTheirCups(deed: Deed, shop: Workshop): Deed {
  const cups = shop.ties.find((tie) => deed.verb === 'look-at' && isTalkedOver(tie, deed, shop))
  if (!cups || shop.entities.some(({ art }) => art === 'table')) return deed
  const apart = shop.ties.filter((tie) => !isTalkedOver(tie, deed, shop))
  const table = shop.add('table')
  shop.ties.splice(0, shop.ties.length, ...apart, { kind: 'on', subject: cups.other, other: table })
  takeSeats(deed, table, shop)
  return { verb: 'sit', agents: deed.agents }
}

const HANDS_ON = /^(work|handle|hammer)$/

function underAll({ ties }: Workshop, thing: number): number {
  const under = ties.find(({ kind, subject, other }) => subject === thing && /^(on|in)$/.test(kind) && other !== thing)
  return under ? underAll({ ties: ties.filter((tie) => tie !== under) } as Workshop, under.other) : thing
}

const ON_A_TABLE = /^(food|drink|dish|household|tool|book|cook|medical|office|writing|mail)/
// On feet of their own.
const STANDS_ALONE = /^(anvil|cauldron|potters-wheel|grill|sink|postbox|closed-mailbox.*|open-mailbox.*)$/

const isOnATable = (one: Subject | undefined): one is Subject =>
  one !== undefined &&
  ON_A_TABLE.test(one.kind) &&
  metresOf(one) < BENCH_MOST * 0.7 &&
  !isSupport(one.art.replace(/^(plate|cutting-board|serving-tray)$/, '')) &&
  !STANDS_ALONE.test(one.art)

// What is picked outside is on no table.
const isBenchwork = ({ verb, craft }: Deed) =>
  !OUTDOOR_CRAFTS.test(craft ?? '') && (HANDS_ON.test(verb) || craftOf(craft)?.surface !== undefined)

// A board with carrots and a pan with eggs stand on a table or on a stove, and not on the floor.
function raised(deed: Deed, shop: Workshop): Deed {
  const { entities, ties } = shop
  const { patient = -1 } = deed
  const base = underAll(shop, patient)
  const [thing, stand] = [entities[patient], entities[base]]
  if (!thing || !isOnATable(stand) || !isBenchwork(deed)) return deed
  if (entities.some(({ art }) => /^(table|stove)$/.test(art))) return deed
  const place = shop.add(/^(stir|fry)$/.test(deed.craft ?? '') && isContainer(stand.art) ? 'stove' : 'table')
  ties.push({ kind: 'on', subject: base, other: place })
  // A jar of jam is no smaller than the toast: it stands beside it.
  const above = ties.findIndex(({ kind, subject }) => subject === patient && kind === 'on')
  const tie = ties[above]
  if (tie && metresOf(thing) > metresOf(stand) * 0.8 && !isSupport(stand.art)) ties[above] = { ...tie, other: place }
  return { ...deed, patient: place }
}

/** The deed at a table, a bench or a bed with what is worked on, at the height of the hands. */
export function onTheirSurface(asked: Deed, shop: Workshop): Deed {
  const thing = shop.entities[asked.patient ?? -1]
  const deed = asked.verb === 'play' && thing?.kind === 'game' ? withPartners(asked, shop) : asked
  const surface = thing && surfaceOf(deed, thing)
  if (deed.patient !== undefined && isPlaced(shop, deed.patient)) return raised(deed, shop)
  if (!surface || deed.patient === undefined) return deed
  if (shop.entities.some(({ art }) => art === surface)) return deed
  const place = shop.add(surface)
  shop.ties.push({ kind: 'on', subject: deed.patient, other: place })
  if (!sitsDown(deed, shop)) return { ...deed, patient: place }
  takeSeats(deed, place, shop)
  const { patient: _, ...seated } = deed
  // Who plays for fun runs about; at a board one sits.
  return seated.verb === 'play' ? { ...seated, verb: 'sit' } : seated
}

/** A blanket under those who have a picnic, with a basket on it. */
export function sitDownTogether({ craft, agents }: Deed, shop: Workshop): void {
  const { ground } = craftOf(craft) ?? {}
  if (!ground || shop.entities.some(({ art }) => art === ground)) return
  const place = shop.add(ground)
  for (const subject of agents) if (!isPlaced(shop, subject)) shop.ties.push({ kind: 'on', subject, other: place })
  if (!shop.entities.some(({ art }) => art === 'basket'))
    shop.ties.push({ kind: 'on', subject: shop.add('basket'), other: place })
}

const fitsSeat = (whom: Subject, tub: boolean) => (tub ? isAlive(whom) && metresOf(whom) < 1.4 : hasPersonRig(whom))

// Who tends somebody in bed with bare hands bends over them from behind it.
function bendOver(agents: readonly number[], bed: number, { ties }: Workshop): void {
  for (const subject of agents) ties.push({ kind: 'behind', subject, other: bed })
}

// A baby that is fed sits high.
const seatFor = ({ verb, craft }: Deed, whom: Subject): string | undefined =>
  verb === 'feed' && whom.art.startsWith('baby') ? 'high-chair' : craftOf(craft)?.seat

/** A chair under whoever has the hair cut or a wound dressed, a tub about whoever is bathed. */
export function seatWhomTheyServe(deed: Deed, shop: Workshop): void {
  const { craft, agents } = deed
  const patient = deed.patient ?? deed.recipient ?? -1
  const whom = shop.entities[patient]
  const seat = whom && seatFor(deed, whom)
  const tub = seat === 'bathtub'
  if (!seat || whom.count > 1 || !fitsSeat(whom, tub)) return
  if ([patient, ...agents].some((one) => isPlaced(shop, one))) return
  const there = shop.entities.findIndex(({ art }) => art === seat)
  const place = there < 0 ? shop.add(seat) : there
  shop.ties.push({ kind: tub ? 'in' : 'on', subject: patient, other: place })
  if (seat === 'bed' && !craftOf(craft)?.tool) bendOver(agents, place, shop)
}

// What each thing is mended with; engines, bicycles and pipes with a wrench.
const MENDED_WITH: readonly [RegExp, string][] = [
  [
    /^(fishing-net|sock|socks|dress|t-shirt|jeans|coat|scarf|teddy-bear|doll|kite|sail|gloves|goal-net)/,
    'sewing-needle',
  ],
  [/(shoe|boot|sandal)$/, 'hammer'],
  [
    /^(watch|pocket-watch|mantelpiece-clock|wall-clock|alarm-clock|cuckoo-clock|radio|television|laptop|.*phone.*|camera|typewriter|robot)/,
    'screwdriver',
  ],
  [
    /^(fence|roof|house|hut|table|chair|shelf|bookcase|door|ladder|rowing-boat|birdhouse|treehouse|stool|bench|wardrobe|bed|toy-train|rocking-horse)/,
    'hammer',
  ],
]

/** The tool for mending or examining this. */
export function toolFor(thing: Subject | undefined, usual: string): string {
  const art = thing?.art ?? ''
  if (thing && isAlive(thing) && metresOf(thing) > 0.3) return 'stethoscope'
  return MENDED_WITH.find(([mended]) => mended.test(art))?.[1] ?? usual
}
