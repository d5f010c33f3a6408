import { traitsOf, type Format } from '../../archetype-traits.ts'
import { drawingOf } from '../../art.ts'
import type { Brief, Subject } from '../../brief.ts'
import { isAlive, metresOf } from '../../staging/real-sizes.ts'
import { stature } from './sizes.ts'

// On a table, where everything is near, a cup beside a jug is as large as it is; elsewhere less of the truth is shown.
// Beside a bed a lamp is a lamp: rooms tell how large things are.
function staturesOf({ archetype, subjects }: Brief): number[] {
  const onTable = /^(tabletop|desk)$/.test(archetype) && !subjects.some(isAlive)
  // A star or a drop among them is no larger than a hand.
  const near = (subject: Subject) => (subject.kind.startsWith('sky') ? 0.08 : Math.min(1.2, metresOf(subject)))
  if (onTable) return subjects.map((subject) => near(subject) ** 0.72)
  return subjects.map((subject) => stature(subject) ** (archetype === 'room' ? 0.85 : 0.62))
}

// A flat dish alone on a table may be as wide as a tall cake is high.
function loneShare({ archetype, subjects }: Brief): number {
  const [only] = subjects
  if (archetype !== 'tabletop' || subjects.length > 1 || !only || only.count > 1 || isAlive(only)) return 1
  const box = drawingOf(only.art)?.box ?? { width: 1, height: 1 }
  return 1.1 * Math.min(1.5, Math.max(1, Math.sqrt(box.width / box.height)))
}

/** The longer side of each subject in pixels: true to nature in order, flatter in degree. */
export function sizesOf(brief: Brief, frame: { width: number; height: number; format: Format }): number[] {
  const reference = Math.min(frame.height, frame.width * 0.95)
  const statures = staturesOf(brief)
  // What is far away makes nobody smaller.
  const near = statures.filter((_, i) => !brief.subjects[i]?.far)
  const largest = Math.max(...(near.length > 0 ? near : statures))
  const lone = traitsOf(brief.archetype).view.isCloseUp ? 1 : largest ** 0.5
  const many = brief.subjects.length > 1 ? 1.08 : 1
  const giants = brief.subjects.map(({ scale, kind }) => scale === 'giant' && !/^(animal|person)/.test(kind))
  const top = Math.min(0.8, frame.format.size * lone * many) * loneShare(brief) * reference
  return statures.map((size, i) => {
    const count = Math.min(14, Math.max(1, brief.subjects[i]?.count ?? 1))
    const shared = (size / largest) * top * count ** -0.3
    // Nothing that was asked for may vanish: the first subject least of all.
    // Somebody alone is what the picture is of.
    const alone = brief.subjects.length === 1 ? (isAlive(brief.subjects[0] as Subject) ? 0.46 : 0.3) : 0.2
    const least = i > 0 ? 0.13 : alone
    // Beside a giant everything else is small, whatever it is by nature.
    const dwarfed = giants.some((giant, at) => giant && at !== i) && !giants[i] ? top * 0.42 : Infinity
    return giants[i] ? top : Math.min(dwarfed, Math.max(shared, reference * least * count ** -0.2))
  })
}
