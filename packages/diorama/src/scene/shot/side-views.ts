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
// Seen from below, an aeroplane cannot roll along a runway.
const ON_A_RUNWAY: Readonly<Record<string, string>> = { airplane: 'airliner', 'small-airplane': 'biplane' }
const OFF_THE_GROUND: readonly Happening[] = ['rise', 'sink']

/** The brief with vehicles seen from the side, where they go across the frame or leave the ground. */
export function seenFromSide(brief: Brief, still: boolean): Brief {
  const happens = (these: readonly Happening[]) => these.some((what) => brief.happenings.includes(what))
  const sides = happens(SIDEWAYS) ? FROM_THE_SIDE : !still && happens(OFF_THE_GROUND) ? ON_A_RUNWAY : undefined
  return sides ? seenAs(brief, sides) : brief
}

function seenAs(brief: Brief, sides: Readonly<Record<string, string>>): Brief {
  const { script, cues } = brief
  const sideView = (subject: Subject): Subject => {
    const side = Object.hasOwn(sides, subject.art) ? drawingOf(sides[subject.art] as string) : undefined
    return side ? { ...subject, art: side.id, kind: side.kind } : subject
  }
  return {
    ...brief,
    subjects: brief.subjects.map(sideView),
    ...(script && { script: { ...script, entities: script.entities.map(sideView) } }),
    ...(cues && {
      cues: cues.map((cue) =>
        cue.of !== undefined && Object.hasOwn(sides, cue.of) ? { ...cue, of: sides[cue.of] as string } : cue,
      ),
    }),
  }
}
