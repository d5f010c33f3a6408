import { drawingOf } from '../../art.ts'
import type { Script, Subject, Tie } from '../../brief.ts'
import { metresOf } from '../../staging/real-sizes.ts'

// What is laid on tables; what else is as small lies on floors, or in somebody's hands.
const LAID = /^(food|drink|dishware|book|light|science|writing|office|mail|phone|computer|music|medical)|^plant-flower/
const ALSO = /^(vase|scroll|candle|alembic|crystal-ball|teapot|glass-bottle|jar|typewriter|potted-plant|snow-globe)$/
const NEVER =
  /^(floor-lamp|desk-lamp|red-paper-lantern|lantern|chandelier|pendant-lamp|diya-lamp|package|open-box|newspaper)$/
const SMALL = 0.56

// What is carried about with something on it, and stands on a table itself.
const TRAYS = /^(cutting-board|plate|cake-stand)$/

const isLaid = (one: Subject) =>
  (LAID.test(one.kind) || ALSO.test(one.art) || TRAYS.test(one.art) || one.art.startsWith('globe')) &&
  !NEVER.test(one.art) &&
  metresOf(one) < SMALL &&
  one.scale !== 'giant'

function isLoose({ ties, deeds, entities }: Script, at: number): boolean {
  const tray = TRAYS.test(entities[at]?.art ?? '')
  const bears = tray ? /^(in|on)$/ : /^in$/
  const placed = ties.some(({ kind, subject, other }) => subject === at || (other === at && !bears.test(kind)))
  return !placed && !deeds.some(({ patient, recipient }) => patient === at || recipient === at)
}

const isSpread = ({ art }: Subject) => /^(table|picnic-blanket|kitchen-island|writing-desk)$/.test(art)

// A family that sits around where a table is laid sits at it.
function seated(script: Script, table: number): Tie[] {
  const laid = script.ties.some(
    ({ kind, subject, other }) =>
      kind === 'on' && other === table && /^(food|drink)/.test(script.entities[subject]?.kind ?? ''),
  )
  const placed = (at: number) => script.ties.some(({ subject }) => subject === at)
  const sitters = script.deeds.flatMap(({ verb, agents }) => (verb === 'sit' || verb === 'eat' ? agents : []))
  return laid
    ? [...new Set(sitters)].filter((at) => !placed(at)).map((subject) => ({ kind: 'at', subject, other: table }))
    : []
}

/**
 * Candles, books and bowls of a room that are said to be nowhere stand on its table: on the floor they would be as large as
 * the furniture. Where no table is named there is one.
 */
export function laidOnTable(told: Script): Script {
  // The earth in a room is a globe.
  const small = (one: Subject): Subject => (one.art.startsWith('globe') ? { ...one, scale: 'tiny' } : one)
  const script = { ...told, entities: told.entities.map(small) }
  const loose = script.entities.flatMap((one, at) => (isLaid(one) && isLoose(script, at) ? [at] : []))
  const known = script.entities.findIndex(isSpread)
  const others = script.entities.length - loose.length
  // Who cooks or serves has a table for that already, or needs none.
  const handled = script.deeds.some(
    ({ patient, verb }) => verb !== 'read' && patient !== undefined && isLaid(script.entities[patient] as Subject),
  )
  if (loose.length === 0 || (known < 0 && (others === 0 || handled))) return script
  const drawing = drawingOf('table')
  if (!drawing) return script
  const table: Subject = { art: drawing.id, label: drawing.label, kind: drawing.kind, count: 1, scale: 'normal' }
  const other = known < 0 ? script.entities.length : known
  const ties = loose.map((subject): Tie => ({ kind: 'on', subject, other }))
  // A table of many kinds has no room for many of each.
  const most = loose.length > 3 ? 1 : loose.length > 1 ? 2 : 3
  const few = script.entities.map((one, at) =>
    loose.includes(at) ? { ...one, count: Math.min(one.count, most) } : one,
  )
  const set = { ...script, entities: known < 0 ? [...few, table] : few, ties: [...script.ties, ...ties] }
  return { ...set, ties: [...set.ties, ...seated(set, other)] }
}

/** Out of doors the same holds where a table or a blanket was named: none is brought along. */
export const laidOutside = (script: Script): Script => (script.entities.some(isSpread) ? laidOnTable(script) : script)

// As many as a word in the plural means, where no number is said.
const SOME = 3

/** What is said to be on a table in many kinds is there once of each: three of all would hide everything, and everybody. */
export function fewOfMany(script: Script): Script {
  const tables = script.entities.flatMap(({ art }, at) => (art === 'table' ? [at] : []))
  const crowded = tables.flatMap((table) => {
    const kinds = script.ties
      .filter(({ kind, other }) => kind === 'on' && other === table)
      .map(({ subject }) => subject)
    return kinds.length > SOME ? kinds : []
  })
  if (crowded.length === 0) return script
  return {
    ...script,
    entities: script.entities.map((one, at) =>
      crowded.includes(at) && one.count === SOME ? { ...one, count: 1 } : one,
    ),
  }
}
