import type { Brief, Happening, Subject } from '../../brief.ts'
import { drawingOf } from '../../art.ts'

// What is drawn from the front, and how the same looks from the side.
const FROM_THE_SIDE: Readonly<Record<string, string>> = {
  train: 'locomotive',
  metro: 'tram-car',
  tram: 'tram-car',
  'oncoming-automobile': 'automobile',
  'oncoming-bus': 'bus',
  'oncoming-taxi': 'taxi',
  'oncoming-police-car': 'police-car',
}

const SIDEWAYS: readonly Happening[] = ['arrive', 'depart', 'cross']

const sideView = (subject: Subject): Subject => {
  const side = Object.hasOwn(FROM_THE_SIDE, subject.art) ? drawingOf(FROM_THE_SIDE[subject.art] as string) : undefined
  return side ? { ...subject, art: side.id, kind: side.kind } : subject
}

/** The brief with vehicles seen from the side, where they go across the frame. */
export function seenFromSide(brief: Brief): Brief {
  if (!SIDEWAYS.some((what) => brief.happenings.includes(what))) return brief
  const { script, cues } = brief
  return {
    ...brief,
    subjects: brief.subjects.map(sideView),
    ...(script && { script: { ...script, entities: script.entities.map(sideView) } }),
    ...(cues && {
      cues: cues.map((cue) =>
        cue.of !== undefined && Object.hasOwn(FROM_THE_SIDE, cue.of)
          ? { ...cue, of: FROM_THE_SIDE[cue.of] as string }
          : cue,
      ),
    }),
  }
}
