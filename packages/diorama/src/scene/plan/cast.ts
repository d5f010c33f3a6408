import { drawingOf } from '../../art.ts'
import type { Brief, Subject } from '../../brief.ts'

// The setting itself shows these: a tree standing before a forest would say the same twice.
const SHOWN_BY: Partial<Record<Brief['archetype'], RegExp>> = {
  forest: /tree|leaf|herb/,
  landscape: /mountain|mount-fuji|desert|tree|national-park|herb|blossom/,
  city: /skyscraper|building|office|house|hotel|cityscape/,
  street: /skyscraper|building|office|house|hotel|cityscape|store/,
  sea: /wave|beach|island/,
  road: /motorway|railway|skyscraper/,
  sky: /cloud/,
  space: /star|planet|milky/,
}

function acted(subject: Subject, brief: Brief): Subject {
  if (!subject.figure || brief.archetype === 'portrait') return subject
  const drawing = drawingOf(subject.figure)
  return drawing ? { ...subject, art: subject.figure, kind: drawing.kind } : subject
}

/** Whether a figure already sits on this: its drawing brings the bicycle along. */
function broughtAlong(at: number, brief: Brief): boolean {
  return brief.relations.some(
    ({ kind, subject, other }) =>
      other === at && (kind === 'riding' || kind === 'on') && /biking/.test(brief.subjects[subject]?.figure ?? ''),
  )
}

/** The brief as it is staged: people as whole figures where they act, and nothing that the setting shows by itself. */
export function castOf(brief: Brief): Brief {
  const kept = brief.subjects
    .map((subject, at) => ({ subject, at }))
    .filter(({ subject, at }) => {
      const shown = subject.scenery && SHOWN_BY[brief.archetype]?.test(subject.art)
      const known = drawingOf(subject.art) !== undefined
      return known && !shown && !(brief.archetype !== 'portrait' && broughtAlong(at, brief))
    })
  const moved = new Map(kept.map(({ at }, now) => [at, now]))
  const relations = brief.relations.flatMap((relation) => {
    const subject = moved.get(relation.subject)
    const other = moved.get(relation.other)
    return subject === undefined || other === undefined ? [] : [{ ...relation, subject, other }]
  })
  return { ...brief, subjects: kept.map(({ subject }) => acted(subject, brief)), relations }
}
