import type { Deed, Script, Subject, Tie } from '../brief.ts'
import { replace } from './named-entity.ts'
import { isAlive } from './real-sizes.ts'
import { inTheGround } from './in-the-ground.ts'
import { isUnderSail } from './vehicles.ts'

const FURNITURE = /^(sofa|chair|armchair|bed|table|rug)$/

// By a fire is by a hearth or a camp fire; what a dragon breathes is neither.
function fires(entities: Subject[]): void {
  if (!entities.some(isAlive) || entities.some(({ art }) => art.startsWith('dragon'))) return
  const hearth = entities.some(({ art }) => FURNITURE.test(art)) ? 'fireplace' : 'campfire'
  for (const [at, { art }] of entities.entries()) if (art === 'fire') replace(entities, at, hearth)
}

const TRAINS =
  /^(locomotive|train|railway-car|high-speed-train|bullet-train|express-train|light-rail|mountain-railway|metro|tram)$/
const SEEN_FROM_AHEAD = /^(train|metro|light-rail|tram|mountain-railway|railway-car)$/

// A train on a bridge is seen from the side, and the bridge is one for trains: level, with arches.
function overBridges(entities: Subject[], ties: Tie[]): void {
  const bridge = entities.findIndex(({ art }) => /^(bridge|viaduct)$/.test(art))
  const below = (at: number) => ties.some(({ kind, subject }) => subject === at && /^(under|behind|beside)$/.test(kind))
  const train = entities.findIndex(({ art }, at) => TRAINS.test(art) && !below(at))
  if (bridge < 0 || train < 0) return
  replace(entities, bridge, 'viaduct')
  if (SEEN_FROM_AHEAD.test(entities[train]?.art ?? '')) replace(entities, train, 'express-train')
  const others = ties.filter(({ subject, other }) => subject !== train || other !== bridge)
  ties.splice(0, ties.length, ...others, { kind: 'on', subject: train, other: bridge })
}

const ABOUT_IT = /^(beside|in-front-of|with|under|at|behind|in)$/

// Whoever is at an aeroplane is at one that has landed, on its wheels.
function landed(entities: Subject[], { deeds, ties }: Script): void {
  for (const [at, { art, activity }] of entities.entries()) {
    const flies = activity === 'fly' || deeds.some(({ verb, agents }) => verb === 'fly' && agents.includes(at))
    const visited = ties.some(
      ({ kind, subject, other }) => ABOUT_IT.test(kind) && (other === at || (subject === at && kind === 'behind')),
    )
    if (art === 'airplane' && !flies && visited) replace(entities, at, 'airliner')
  }
}

// A pirate has a ship with sails.
function underSail(entities: Subject[], { deeds, ties }: Script): void {
  const crews = [
    ...deeds.map(({ agents, patient = -1 }) => ({ crew: agents, ship: patient })),
    ...ties.map(({ subject, other }) => ({ crew: [subject], ship: other })),
  ]
  for (const { crew, ship } of crews)
    if (crew.some((one) => isUnderSail(entities[one], entities[ship]))) replace(entities, ship, 'pirate-ship')
}

// A twig in a beak is no branch of a tree.
function twigs(entities: Subject[], { deeds }: Script): void {
  const held = deeds.some(({ verb }) => verb === 'hold')
  for (const [at, { art }] of entities.entries())
    if (held && art === 'branch' && deeds.some(({ verb, patient }) => verb === 'hold' && patient === at))
      replace(entities, at, 'stick')
}

// Containers come by a ship that is made for them, and rockets leave their pad with fire below.
function inHarbours(entities: Subject[]): void {
  const named = (art: string) => entities.findIndex((one) => one.art === art)
  const ship = named('ship')
  if (ship >= 0 && named('shipping-container') >= 0) replace(entities, ship, 'cargo-ship')
  // One hangs on the hook; the others are on the ship as it is drawn.
  const box = entities[named('shipping-container')]
  if (box && named('tower-crane') >= 0) entities[entities.indexOf(box)] = { ...box, count: 1 }
  const rocket = named('rocket')
  if (rocket >= 0 && named('launch-pad') >= 0) replace(entities, rocket, 'launching-rocket')
}

// Butterflies are caught with a net of their own, a suitcase that is packed is open, and chess, which many languages say
// of the men, is one board.
function atWork(entities: Subject[], { deeds }: Script): void {
  const bugs = entities.some(({ kind }) => kind === 'animal-bug')
  for (const [at, { art }] of entities.entries())
    if (bugs && art === 'fishing-net') replace(entities, at, 'butterfly-net')
  for (const [at, one] of entities.entries()) if (one.art === 'chess-board') entities[at] = { ...one, count: 1 }
  for (const deed of deeds) whileDone(entities, deed)
}

// How a thing looks as long as something is done to it: a rope that is climbed hangs down and is not strung between two
// posts, a letter that is written is a sheet, a suitcase that is packed is open.
const WHILE: readonly [deed: RegExp, art: string, as: string][] = [
  [/^climb /, 'wire', 'climbing-rope'],
  [/ write$/, 'envelope', 'writing-paper'],
  [/ pack$/, 'luggage', 'open-suitcase'],
]

function whileDone(entities: Subject[], { verb, craft = '', patient = -1 }: Deed): void {
  const as = WHILE.find(([deed, art]) => deed.test(`${verb} ${craft}`) && entities[patient]?.art === art)?.[2]
  if (as) replace(entities, patient, as)
  // A beast is brushed with a brush for its coat.
  const brush = craft === 'comb' ? entities.findIndex(({ art }) => art === 'paintbrush') : -1
  if (brush >= 0) replace(entities, brush, 'grooming-brush')
}

const SOUPS = /^(soup-bowl|borscht|noodle-soup|curry-bowl|porridge)$/

// Soup is eaten from a bowl and cooked in a pot.
function inThePot(entities: Subject[], { deeds }: Script): void {
  for (const { verb, patient = -1 } of deeds)
    if (verb === 'work' && SOUPS.test(entities[patient]?.art ?? '')) replace(entities, patient, 'pot-of-food')
}

// What is thrust into something points down; what is spilled is more than a few.
const BLADES = /^(sword|axe|dagger|kitchen-knife|battle-axe|spear|arrow|shovel|pitchfork|screwdriver|fork|oar)$/
const SOME = 3
const SPILLED = 7

function outAndIn(entities: Subject[], { ties }: Script): void {
  for (const { kind, subject, other } of ties) {
    const thing = entities[subject]
    if (!thing) continue
    if (kind === 'stuck' && BLADES.test(thing.art))
      entities[subject] = { ...thing, finish: { ...thing.finish, state: 'point-down' } }
    // One in each lens.
    if (kind === 'mirrored' && entities[other]?.art.endsWith('glasses')) entities[subject] = { ...thing, count: 2 }
    if (kind === 'spilling' && thing.count === SOME) entities[subject] = { ...thing, count: SPILLED }
  }
}

// What a panda eats is a stalk in its paws, and no tree hung with wishes.
function stalks(entities: Subject[], { deeds }: Script): void {
  for (const { verb, patient = -1 } of deeds)
    if (/^(eat|hold|feed|give)$/.test(verb) && entities[patient]?.art === 'tanabata-tree')
      replace(entities, patient, 'bamboo-stalk')
}

/** Draws what is meant where the word alone would give another look: an open box, potted flowers, a hearth, a pirates' ship. */
export function standIns(entities: Subject[], script: Script, all: Tie[]): void {
  fires(entities)
  twigs(entities, script)
  stalks(entities, script)
  inHarbours(entities)
  landed(entities, script)
  overBridges(entities, all)
  inTheGround(entities, script)
  underSail(entities, script)
  inThePot(entities, script)
  for (const { kind, other } of script.ties) {
    if (/^(in|stuck)$/.test(kind) && /^(running|mans|flat|ballet)-shoe/.test(entities[other]?.art ?? ''))
      replace(entities, other, 'hiking-boot')
    if (/^(in|stuck|spilling)$/.test(kind) && entities[other]?.art === 'package') replace(entities, other, 'open-box')
    if (/^(in|stuck|spilling)$/.test(kind) && entities[other]?.art === 'luggage')
      replace(entities, other, 'open-suitcase')
  }
  atWork(entities, script)
  outAndIn(entities, script)
}
