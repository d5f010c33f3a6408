import { drawingOf } from '../art.ts'
import type { Subject } from '../brief.ts'

/** One thing of this drawing, where there is such a drawing. */
export function entityNamed(art: string): Subject[] {
  const drawing = drawingOf(art)
  return drawing ? [{ art, label: drawing.label, kind: drawing.kind, count: 1, scale: 'normal' }] : []
}

/** Draws an entity as something else, which keeps its colour and its count. */
export function replace(entities: Subject[], at: number, art: string): void {
  const [one] = entityNamed(art)
  const old = entities[at]
  if (one && old) entities[at] = { ...old, art: one.art, kind: one.kind }
}
