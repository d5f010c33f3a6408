import type { RelationKind, Tie } from '../../brief.ts'
import type { Sense } from '../senses.ts'
import type { Sentence } from './words.ts'

type Named = { entity: number; sense: Sense }

// What is done to somebody is marked so; whoever is where comes unmarked or as the one who acts.
const OBJECT = /^(を|을|를)/
const NEAR = 2

function nounsOf({ entities, mentions }: Sentence): Named[] {
  const named = entities.map(({ sense }, entity) => ({ entity, sense }))
  return [...named, ...mentions].sort((a, b) => a.sense.at - b.sense.at)
}

// 木の下で本を読む: the book is read there, by somebody named elsewhere; and the noun before the next postposition is the
// place of somebody else.
function isPlacedElsewhere({ tokens }: Sentence, { sense }: Named, next: Sense | undefined): boolean {
  if (OBJECT.test(tokens[sense.end]?.text ?? '') || OBJECT.test(sense.text)) return true
  return next !== undefined && next.at >= sense.end && next.at - sense.end <= NEAR
}

// "On the table" is one word of the place tables in some languages.
const IS_WHERE = /^(place|sky|weather|time)$/
const isPlacing = ({ kind, value }: Sense) =>
  kind === 'post' ? value !== 'beside' && value !== 'riding' : kind === 'place' && value === 'tabletop'

/** "The dog under the table" where the table is said first: テーブルの下の犬, 소파 위의 고양이, masanın altında bir köpek. */
export function placedAfter(sentence: Sentence): Tie[] {
  const nouns = nounsOf(sentence)
  // रसोई में रोटी: in the kitchen, and in nobody who was named before it.
  const isOfPlace = ({ at }: Sense) => sentence.senses.some(({ kind, end }) => end === at && IS_WHERE.test(kind))
  const posts = sentence.senses.filter((sense) => isPlacing(sense) && !isOfPlace(sense))
  const table = sentence.entities.findIndex(({ art }) => art === 'table')
  return posts.flatMap((post, i): Tie[] => {
    const before = nouns.findLast(({ sense }) => sense.end <= post.at && post.at - sense.end <= NEAR)
    const other = post.kind === 'place' ? (table < 0 ? undefined : { entity: table }) : before
    const until = posts[i + 1]?.at ?? Infinity
    const subject = nouns.find(({ sense }) => sense.at >= post.end && sense.at < until && sense.clause === post.clause)
    if (!other || !subject || subject.entity === other.entity) return []
    if (isPlacedElsewhere(sentence, subject, posts[i + 1])) return []
    return [
      {
        kind: post.kind === 'place' ? 'on' : (post.value as RelationKind),
        subject: subject.entity,
        other: other.entity,
      },
    ]
  })
}
