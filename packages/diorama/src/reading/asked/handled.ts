import type { Sense } from '../senses.ts'

/** "Steals a shiny ring", "plays with the laces of a shoe": what something is done to is not worn. */
export function isHandled(sense: Sense, senses: readonly Sense[]): boolean {
  const before = senses.filter(({ at, clause }) => at < sense.at && clause === sense.clause)
  const last = before.findLast(({ kind }) => !/^(stop|colour|size|count|material|mood|activity)$/.test(kind))
  if (!last || sense.at - last.end > 4) return false
  return (
    last.kind === 'craft' ||
    (last.kind === 'verb' && /^(play|take|chase|give|catch|work|pull|push|throw)$/.test(last.value))
  )
}
