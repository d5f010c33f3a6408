import type { Script, Subject } from '../../brief.ts'
import type { Studio } from '../../design.ts'
import { surfaceOf } from '../../surfaces.ts'
import { scriptWithout } from './paper-sheets.ts'

// Drawings that would stand for a surface as furniture or as boulders.
const FURNITURE = /^(table|rock|stone-block|plank|mirror|picnic-blanket|water-wave|wood|desk|shelf)$/

type Shown = { studio?: Studio; subjects: Subject[]; script?: Script | undefined }

/** A studio with the surface that was named, in place of furniture that a product would be lost on. */
export function onSurface<T extends Shown>(made: T, prompt: string): T {
  const { studio, subjects, script } = made
  const surface = studio && !studio.sheet && !studio.sticker ? surfaceOf(prompt) : undefined
  if (!studio || !surface) return made
  const others = subjects.filter(({ art }) => !FURNITURE.test(art))
  if (others.length === 0) return made
  return {
    ...made,
    studio: { ...studio, surface },
    subjects: others,
    ...(script && { script: scriptWithout(script, ({ art }) => FURNITURE.test(art)) }),
  }
}
