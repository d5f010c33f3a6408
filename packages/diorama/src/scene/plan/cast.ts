import { traitsOf } from '../../archetype-traits.ts'
import { drawingOf } from '../../art.ts'
import type { Brief, Subject } from '../../brief.ts'

// Who asks for a sofa asks for no lamp beside it.
function withoutLamp(subject: Subject): Subject {
  const sofa = subject.art === 'couch-and-lamp' ? drawingOf('sofa') : undefined
  return sofa ? { ...subject, art: sofa.id, kind: sofa.kind } : subject
}

function acted(subject: Subject, brief: Brief): Subject {
  if (!subject.figure || traitsOf(brief.archetype).view.showsBusts) return subject
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
  const { showsByItself, view } = traitsOf(brief.archetype)
  const kept = brief.subjects
    .map((subject, at) => ({ subject, at }))
    .filter(({ subject, at }) => {
      const shown = subject.scenery && showsByItself?.test(subject.art)
      const known = drawingOf(subject.art) !== undefined
      return known && !shown && (view.showsBusts || !broughtAlong(at, brief))
    })
  const moved = new Map(kept.map(({ at }, now) => [at, now]))
  const relations = brief.relations.flatMap((relation) => {
    const subject = moved.get(relation.subject)
    const other = moved.get(relation.other)
    return subject === undefined || other === undefined ? [] : [{ ...relation, subject, other }]
  })
  return { ...brief, subjects: kept.map(({ subject }) => acted(withoutLamp(subject), brief)), relations }
}
