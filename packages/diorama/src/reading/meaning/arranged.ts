import { drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'
import type { Arrangement } from '../../thing-looks.ts'

// As many as make a stack or a heap of them, where no number is said.
const USUAL: Readonly<Record<Arrangement, number>> = { stack: 4, heap: 6, row: 5, circle: 8 }
// One drawing of these is a stack of so many.
const STACKED: Readonly<Record<string, number>> = { books: 3, pancakes: 3 }
const BINDINGS = ['#b5433a', '#3d74c9', '#4c9a47', '#e0a030', '#8550b5', '#3f8f8f'] as const

// Three books that stand somewhere are three, each in a binding of its own; a stack of them is one drawing.
function ofBooks(subject: Subject, arranged: Arrangement | undefined, counted: boolean): Subject | undefined {
  const [many, book] = [STACKED[subject.art], drawingOf('closed-book')]
  if (many === undefined) return undefined
  if (arranged === 'stack' || arranged === 'heap') {
    const count = counted ? Math.max(1, Math.round(subject.count / many)) : 1
    return { ...subject, count, ...(count > 1 && { arranged: 'stack' as const }) }
  }
  if (subject.art !== 'books' || !counted || subject.count < 2 || !book) return undefined
  const colours =
    subject.colours ?? Array.from({ length: subject.count }, (_, at) => BINDINGS[at % BINDINGS.length] ?? '')
  return { ...subject, art: book.id, kind: book.kind, ...(!subject.colour && { colours }) }
}

// Drawn as a heap already, and what is drawn instead where a heap of it is told.
const HEAPS =
  /^(firewood|laundry-pile|coal|buttons|gold-pile|key-ring|card-fan|hay-bale|toy-blocks|coffee-beans|marbles)$/
const AS_HEAP: Readonly<Record<string, string>> = { clothesline: 'laundry-pile', wood: 'firewood', coin: 'gold-pile' }

function asHeap(subject: Subject, arranged: Arrangement | undefined): Subject | undefined {
  const piled = arranged === 'stack' || arranged === 'heap'
  const drawing = piled ? drawingOf(AS_HEAP[subject.art] ?? (HEAPS.test(subject.art) ? subject.art : '')) : undefined
  return drawing && { ...subject, art: drawing.id, kind: drawing.kind, label: drawing.label, count: 1 }
}

/** A subject with the order in which several of it are, and as many as that asks for. */
export function asArranged(subject: Subject, arranged: Arrangement | undefined, counted: boolean): Subject {
  const drawn = ofBooks(subject, arranged, counted) ?? asHeap(subject, arranged)
  if (drawn) return drawn
  if (!arranged) return subject
  // "Pile of" and "row of" are numbers too: a number of its own is said beside them.
  const count = subject.count > 1 && subject.count !== 3 && subject.count !== 5 ? subject.count : undefined
  const several = count ?? (counted && subject.count > 1 ? subject.count : USUAL[arranged])
  return several > 1 ? { ...subject, count: several, arranged } : subject
}
