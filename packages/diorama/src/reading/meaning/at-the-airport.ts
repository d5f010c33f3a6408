import type { Subject } from '../../brief.ts'
import { drawingOf } from '../../art.ts'

// Words by which an aeroplane is in the air, or about to be, though it is at an airport.
const IN_THE_AIR =
  /^(flying|flies|fly|soaring|takes?|taking|takeoff|departing|landing|lands|approaching|despega\w*|aterriza\w*|volando|decoll\w*|atterri\w*|vole|volant|startet|startend\w*|landet|landend\w*|fliegt|fliegend\w*|decola\w*|pousa\w*|voando|взлета\w*|садит\w*|лет\w*)$/

/** An aeroplane at an airport stands on its wheels, unless it is said to fly: the one of the drawing is on the wing. */
export function onItsWheels(subject: Subject, places: readonly string[], words: readonly string[]): Subject {
  if (subject.art !== 'airplane' || subject.activity === 'fly' || !places.includes('airport')) return subject
  const airliner = words.some((word) => IN_THE_AIR.test(word)) ? undefined : drawingOf('airliner')
  return airliner ? { ...subject, art: airliner.id, kind: airliner.kind, label: airliner.label } : subject
}
