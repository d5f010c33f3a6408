import type { Workshop } from './workshop.ts'
import { isAlive } from './real-sizes.ts'
import { isSupport } from './supports.ts'

// Painted themselves, and not on a canvas.
const COATED = /^(fence|stone-wall|door|house|hut|table|chair|egg|automobile|rowing-boat)/

/** What is painted is seen on the canvas: gives what the brush is at. */
export function onCanvas(
  painted: number | undefined,
  { entities, ties, add }: Pick<Workshop, 'entities' | 'ties' | 'add'>,
): number {
  const art = painted === undefined ? '' : (entities[painted]?.art ?? '')
  if (painted !== undefined && (COATED.test(art) || art === 'easel')) return painted
  const stands = entities.findIndex((one) => one.art === 'easel')
  const easel = stands >= 0 ? stands : add('easel')
  if (painted !== undefined) {
    const sitter = entities[painted]
    const sits =
      sitter &&
      isAlive(sitter) &&
      ties.some(
        ({ kind, subject, other }) => kind === 'on' && subject === painted && isSupport(entities[other]?.art ?? ''),
      )
    // Who poses on a stool is there, and on the canvas as well.
    if (sits) {
      ties.push({
        kind: 'on',
        subject: entities.push({ ...sitter, scale: 'small' }) - 1,
        other: easel,
        spot: 'canvas',
      })
      return easel
    }
    const gone = ties.filter(({ subject }) => subject !== painted)
    ties.splice(0, ties.length, ...gone, { kind: 'on', subject: painted, other: easel, spot: 'canvas' })
  }
  return easel
}
