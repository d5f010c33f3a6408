import type { Subject } from '../../brief.ts'
import { drawingOf } from '../../art.ts'

// Words by which an aeroplane is in the air, or about to be, though it is at an airport.
const IN_THE_AIR =
  /^(flying|flies|fly|soaring|takes?|taking|takeoff|departing|landing|lands|approaching|despega\w*|aterriza\w*|volando|decoll\w*|atterri\w*|vole|volant|startet|startend\w*|landet|landend\w*|fliegt|fliegend\w*|decola\w*|pousa\w*|voando|взлета\w*|садит\w*|лет\w*)$/

const STARTS = /^(launch\w*|blast\w*|liftoff|despeg\w*|decoll\w*|starten|hebt|стартует|взлет\w*)$/
const WAVED = /^(waving|waves|holding|holds|carrying|carries|schwenkt|agita|sostiene|agite|tient|держит|машет)$/

const as = (subject: Subject, art: string): Subject => {
  const drawing = drawingOf(art)
  return drawing ? { ...subject, art: drawing.id, kind: drawing.kind, label: drawing.label } : subject
}

// On the moon a rocket stands on its fins and a flag in the ground.
function onOtherWorlds(subject: Subject, words: readonly string[]): Subject {
  if (subject.art === 'flag') return words.some((word) => WAVED.test(word)) ? subject : as(subject, 'planted-flag')
  const flies = subject.activity === 'fly' || words.some((word) => IN_THE_AIR.test(word) || STARTS.test(word))
  return subject.art === 'rocket' && !flies ? as(subject, 'landed-rocket') : subject
}

/** An aeroplane at an airport stands on its wheels, unless it is said to fly: the one of the drawing is on the wing. */
export function onItsWheels(subject: Subject, places: readonly string[], words: readonly string[]): Subject {
  if (places.some((place) => /^(moon|mars|planet|asteroid)$/.test(place))) return onOtherWorlds(subject, words)
  if (subject.art !== 'airplane' || subject.activity === 'fly' || !places.includes('airport')) return subject
  return words.some((word) => IN_THE_AIR.test(word)) ? subject : as(subject, 'airliner')
}
