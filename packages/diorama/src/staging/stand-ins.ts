import { drawingOf } from '../art.ts'
import type { Script, Subject } from '../brief.ts'
import { isAlive } from './real-sizes.ts'

/** One thing of this drawing, where there is such a drawing. */
export function entityNamed(art: string): Subject[] {
  const drawing = drawingOf(art)
  return drawing ? [{ art, label: drawing.label, kind: drawing.kind, count: 1, scale: 'normal' }] : []
}

function replace(entities: Subject[], at: number, art: string): void {
  const [one] = entityNamed(art)
  const old = entities[at]
  if (one && old) entities[at] = { ...old, art: one.art, kind: one.kind }
}

const FURNITURE = /^(sofa|chair|armchair|bed|table|rug)$/

// By a fire is by a hearth or a camp fire; what a dragon breathes is neither.
function fires(entities: Subject[]): void {
  if (!entities.some(isAlive) || entities.some(({ art }) => art.startsWith('dragon'))) return
  const hearth = entities.some(({ art }) => FURNITURE.test(art)) ? 'fireplace' : 'campfire'
  for (const [at, { art }] of entities.entries()) if (art === 'fire') replace(entities, at, hearth)
}

const ONLY_BLOSSOMS = /^(sunflower|blossom|hibiscus|rose|white-flower|cherry-blossom|hyacinth)$/

/** Draws what is meant where the word alone would give another look: an open box, potted flowers, a hearth, a pirates' ship. */
export function standIns(entities: Subject[], { deeds, ties }: Script): void {
  fires(entities)
  // Flowers that are watered stand in pots: of many only the blossom is drawn.
  for (const { verb, patient = -1 } of deeds)
    if (verb === 'water' && ONLY_BLOSSOMS.test(entities[patient]?.art ?? '')) replace(entities, patient, 'potted-plant')
  for (const { kind, subject, other } of ties) {
    const [who, where] = [entities[subject]?.art, entities[other]?.art]
    if (kind === 'in' && where === 'package') replace(entities, other, 'open-box')
    if (who === 'pirate' && where === 'ship') replace(entities, other, 'pirate-ship')
  }
}
