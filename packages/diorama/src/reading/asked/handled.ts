import type { Sense } from '../senses.ts'

const BETWEEN = /^(stop|colour|size|count|material|mood|activity|look)$/
// What lies, hangs or stands there is on nobody. Of "with" and "in" no more is said than that somebody has it.
const APART = /^(under|behind|over|in-front-of|on)$/
const BESIDE = /^(next to|beside|near|close to|by|inside|into|inside of|out of)$/
const HIDDEN = /^(sleep|lie|sit)$/
const DONE_TO = /^(play|take|chase|give|catch|work|pull|push|throw|eat|look-at|handle|carry|dig|fight)$/
const OWN = /^(her|his|its|their|my|our|your)$/
const OUT_OF = /^(out|out of|aus|heraus|hors|tira fuori|fuori)$/
const SHOE = /shoe|boot|slipper|sandal|sneaker/

// "Sleeping in a hat", "in a shoe": one of a pair is on no foot, and who sleeps in a hat has it on no head.
function isInside(sense: Sense, before: readonly Sense[], last: Sense): boolean {
  if (last.value !== 'in' || sense.plural) return false
  const deed = before.findLast(({ kind }) => kind === 'verb' || kind === 'art')
  return SHOE.test(sense.value) || (deed?.kind === 'verb' && HIDDEN.test(deed.value)) || hides(before)
}

const hides = (before: readonly Sense[]) => before.some(({ text }) => /^(hid|nest|curl|peek)/.test(text))

/** "Steals a shiny ring", "asleep on a coat", "plays with the laces of a shoe": what is there by itself or handled is not worn. */
export function isHandled(sense: Sense, senses: readonly Sense[]): boolean {
  const before = senses.filter(({ at, clause }) => at < sense.at && clause === sense.clause)
  const last = before.findLast(({ kind }) => !BETWEEN.test(kind))
  // A rabbit comes out of a black top hat.
  if (
    /^(top-hat|fedora)$/.test(sense.value) &&
    before.some(({ text, end }) => OUT_OF.test(text) && sense.at - end <= 4)
  )
    return true
  if (!last || sense.at - last.end > 4) return false
  // A pigeon on her hat: she has it on.
  if (last.kind === 'rel' && before.some(({ at, text }) => at >= last.end && OWN.test(text))) return false
  if (last.kind === 'rel') return APART.test(last.value) || BESIDE.test(last.text) || isInside(sense, before, last)
  return last.kind === 'craft' || (last.kind === 'verb' && DONE_TO.test(last.value))
}
