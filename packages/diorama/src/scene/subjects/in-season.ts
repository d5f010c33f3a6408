import type { Brief } from '../../brief.ts'

// Leaves that turn; evergreens and palms keep theirs.
const TURNING = /^(deciduous-tree|herb|leaf-fluttering-in-wind)$/
const AUTUMN = ['#d9822b', '#c9572a', '#e0a030'] as const

/** The brief with its trees in the colours of autumn, where no other colour was asked for. */
export function inSeason(brief: Brief): Brief {
  if (brief.season !== 'autumn') return brief
  const subjects = brief.subjects.map((subject, at) => {
    const colour = AUTUMN[at % AUTUMN.length] as string
    return TURNING.test(subject.art) && !subject.colour ? { ...subject, colour } : subject
  })
  return { ...brief, subjects }
}
