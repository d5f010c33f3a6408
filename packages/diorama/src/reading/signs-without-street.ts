import type { Archetype } from '../brief.ts'
import type { Marked } from './find-marks.ts'
import type { Sense } from './senses.ts'

const HAVE_GLOWING_SIGNS: readonly Archetype[] = ['street', 'city']

/** The words for glowing signs where the scene that was chosen has none to hang them on: they are told, not drawn. */
export function signsWithoutStreet({ tokens }: Marked, senses: readonly Sense[], archetype: Archetype): string[] {
  if (HAVE_GLOWING_SIGNS.includes(archetype)) return []
  const signs = senses.filter(({ kind }) => kind === 'lights')
  const written = signs.map(({ at, end }) =>
    tokens
      .slice(at, end)
      .map(({ raw }) => raw)
      .join(' '),
  )
  return written.map((words) => `${words} (drawn only in a ${HAVE_GLOWING_SIGNS.join(' or ')})`)
}
