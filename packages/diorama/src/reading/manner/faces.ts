import type { Subject } from '../../brief.ts'
import type { Sense } from '../senses.ts'
import { isLiving } from '../things.ts'

const ALL = /kawaii|faces$/
const SLEEPY = /sleep/

type Told = Pick<Sense, 'at' | 'clause'>

// The thing that a face is said of: the one before it in its clause, or the one after "smiling".
function artOf({ at, clause }: Told, senses: readonly Sense[]): string | undefined {
  const here = senses.filter((one) => one.kind === 'art' && one.clause === clause)
  return (here.findLast((one) => one.at < at) ?? here.find((one) => one.at > at))?.value
}

/** Things that are said to have faces, or to be somebody's mascot. Whoever lives has a face already. */
export function withFaces(subjects: readonly Subject[], senses: readonly Sense[]): Subject[] {
  const mascot = senses.some(({ kind, value }) => kind === 'format' && value === 'mascot')
  const [first] = subjects
  if (mascot && first && !isLiving(first))
    return [{ ...first, face: 'mascot' }, ...subjects.slice(1).filter(({ kind }) => !kind.startsWith('clothing'))]
  const told = senses.filter(
    ({ kind, value, text }) =>
      (kind === 'format' && value === 'faces') || (kind === 'style' && text.includes('kawaii')),
  )
  if (told.length === 0) return [...subjects]
  const all = told.some(({ text }) => ALL.test(text))
  const faces = new Map(told.map(({ at, clause, text }) => [artOf({ at, clause }, senses), SLEEPY.test(text)] as const))
  return subjects.map((one) => {
    const own = faces.get(one.art)
    if (isLiving(one) || (!all && own === undefined)) return one
    return { ...one, face: own ? 'sleepy' : 'happy' }
  })
}
