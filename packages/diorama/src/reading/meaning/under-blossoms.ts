import { drawingOf } from '../../art.ts'
import { archetypeOfPlace } from '../../places.ts'
import type { Sense } from '../senses.ts'
import type { Thing } from '../things.ts'

// What grows on trees, and the tree that is meant where somebody is under it.
const TREES: readonly [RegExp, string][] = [
  [/^(cherry-blossom|white-flower|blossom)$/, 'blossom-tree'],
  [/^(coconut|banana)$/, 'palm-tree'],
  [
    /^(olive|cherries|peach|lemon|lime|tangerine|pear|red-apple|green-apple|mango|chestnut|maple-leaf|fallen-leaf|leaf-fluttering-in-wind|herb)$/,
    'deciduous-tree',
  ],
]

const isUnder = ({ sense: { at, end, clause } }: Thing, senses: readonly Sense[]) =>
  senses.some((one) => {
    if (one.value !== 'under' || one.clause !== clause) return false
    return one.kind === 'rel'
      ? one.end <= at && at - one.end <= 2
      : one.kind === 'post' && one.at >= end && one.at - end <= 1
  })

const OUTSIDE = /^(street|city|landscape|forest|road)$/

// "A street in Kyoto, a woman, cherry blossoms": as a phrase of its own, out of doors, it is what blooms there.
function isInBloom({ art, sense }: Thing, things: readonly Thing[], senses: readonly Sense[]): boolean {
  if (art !== 'cherry-blossom' || !sense.plural || things[0]?.sense === sense) return false
  const alone = !senses.some(({ kind, clause }) => clause === sense.clause && /^(rel|verb|activity)$/.test(kind))
  return alone && senses.some(({ kind, value }) => kind === 'place' && OUTSIDE.test(archetypeOfPlace(value) ?? ''))
}

/** Whoever is under cherry blossoms or olives is under the tree that bears them, not under a row of giant flowers. */
export function underBlossoms(things: readonly Thing[], senses: readonly Sense[]): Thing[] {
  return things.map((thing) => {
    const [, tree] = TREES.find(([art]) => art.test(thing.art)) ?? []
    // Under one olive is a mouse; under olives is whoever is under their tree.
    const meant = tree === 'blossom-tree' || thing.sense.plural
    const drawing =
      tree === undefined || !meant || !(isUnder(thing, senses) || isInBloom(thing, things, senses))
        ? undefined
        : drawingOf(tree)
    if (!drawing) return thing
    const sense = { ...thing.sense, plural: false }
    return { ...thing, sense, art: drawing.id, kind: drawing.kind, label: drawing.label }
  })
}
