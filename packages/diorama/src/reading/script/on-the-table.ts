import { drawingOf } from '../../art.ts'
import type { Script, Subject, Tie } from '../../brief.ts'
import { metresOf } from '../../staging/real-sizes.ts'

// What is laid on tables; what else is as small lies on floors, or in somebody's hands.
const LAID = /^(food|drink|dishware|book|light|science|writing|office|mail|phone|computer|music|medical)|^plant-flower/
const ALSO = /^(vase|scroll|candle|alembic|crystal-ball|teapot|glass-bottle|jar|typewriter|potted-plant|snow-globe)$/
const NEVER = /^(floor-lamp|desk-lamp|red-paper-lantern|lantern|chandelier|diya-lamp|package|open-box|newspaper)$/
const SMALL = 0.56

const isLaid = (one: Subject) =>
  (LAID.test(one.kind) || ALSO.test(one.art) || one.art.startsWith('globe')) &&
  !NEVER.test(one.art) &&
  metresOf(one) < SMALL &&
  one.scale !== 'giant'

function isLoose({ ties, deeds }: Script, at: number): boolean {
  const placed = ties.some(({ kind, subject, other }) => subject === at || (other === at && kind !== 'in'))
  return !placed && !deeds.some(({ patient, recipient }) => patient === at || recipient === at)
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
  const known = script.entities.findIndex(({ art }) => art === 'table')
  const others = script.entities.length - loose.length
  // Who cooks or serves has a table for that already, or needs none.
  const handled = script.deeds.some(
    ({ patient }) => patient !== undefined && isLaid(script.entities[patient] as Subject),
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
  return {
    ...script,
    entities: known < 0 ? [...few, table] : few,
    ties: [...script.ties, ...ties],
  }
}
