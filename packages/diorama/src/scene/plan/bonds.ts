import { traitsOf } from '../../archetype-traits.ts'
import type { Brief, RelationKind, Subject } from '../../brief.ts'
import { isBackdrop } from './stance.ts'

/** How one subject is bound to another: as the brief says, or held in a hand. */
export type Bond = { kind: RelationKind | 'held' | 'held-above'; subject: number; other: number }

const ABOVE = /^(umbrella|umbrella-with-rain-drops|closed-umbrella)$/
const BEFORE =
  /^(guitar|acoustic-guitar|ukulele|lute|balalaika|bagpipes|clarinet|violin|banjo|saxophone|trumpet|trombone|accordion|flute|maracas|microphone|open-book|closed-book|newspaper|camera|magnifying-glass.*|.*bouquet|wrapped-gift|trophy)$/

function isPerson(subject: Subject): boolean {
  return /^person|^face-costume/.test(subject.kind) && subject.count === 1
}

function mayHold(holder: Subject, thing: Subject): boolean {
  if (thing.count > 1) return false
  if (ABOVE.test(thing.art)) return isPerson(holder) || (holder.count === 1 && holder.kind.startsWith('animal-mammal'))
  return BEFORE.test(thing.art) && isPerson(holder)
}

// Mounts and machines: who is on one of these rides it.
const RIDDEN =
  /^(horse|donkey|camel|two-hump-camel|elephant|zebra|unicorn|llama|ox|water-buffalo|dragon|bicycle|motorcycle|motor-scooter|kick-scooter|skateboard|broom|whale|dolphin|turtle|ostrich)$/

function said(brief: Brief): Bond[] {
  return brief.relations.flatMap((relation): Bond[] => {
    const subject = brief.subjects[relation.subject]
    const other = brief.subjects[relation.other]
    if (!subject || !other || isBackdrop(subject, brief) || isBackdrop(other, brief)) return []
    if (mayHold(subject, other) && /^(beside|on|in|under)$/.test(relation.kind)) {
      return [{ kind: ABOVE.test(other.art) ? 'held-above' : 'held', subject: relation.other, other: relation.subject }]
    }
    if (relation.kind === 'on' && RIDDEN.test(other.art)) return [{ ...relation, kind: 'riding' }]
    return relation.kind === 'beside' ? [] : [relation]
  })
}

/** What is bound to what. Things that hands are made for are held, unless the brief puts them somewhere. */
export function bondsOf(brief: Brief): Bond[] {
  const bonds = said(brief)
  const holder = brief.subjects.findIndex(isPerson)
  if (holder < 0 || traitsOf(brief.archetype).view.showsBusts) return bonds
  for (const [at, thing] of brief.subjects.entries()) {
    const bound = bonds.some((bond) => bond.subject === at || bond.other === at)
    const person = brief.subjects[holder] as Subject
    if (at === holder || bound || !mayHold(person, thing)) continue
    bonds.push({ kind: ABOVE.test(thing.art) ? 'held-above' : 'held', subject: at, other: holder })
  }
  return bonds
}
