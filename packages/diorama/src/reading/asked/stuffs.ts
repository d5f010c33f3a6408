import type { Sense } from '../senses.ts'
import { kindOf, type Context } from './said-of.ts'

// What furniture and bags are made of and covered with, and the colour that it has. Most of these words are trees, nuts and reeds
// first of all, and mean a stuff only before a piece of furniture: no table can say that.
const STUFFS: readonly [words: RegExp, colour: string][] = [
  [/^(walnut|nussbaum|noyer|nogal|noce|nogueira)$/, '#6f4a31'],
  [/^(oak|eiche|eichenholz|chene|roble|rovere|carvalho)$/, '#c49a63'],
  [/^(pine|birch|maple|ash|beech|kiefer|birke|buche)$/, '#d9b883'],
  [/^(teak|cherry|cherrywood|rosewood|acacia)$/, '#a0673a'],
  [/^(mahogany|mahagoni)$/, '#7a3d2b'],
  [/^ebony$/, '#33282a'],
  [/^(rattan|wicker|bamboo|cane)$/, '#cda871'],
  [/^(leather|leder|cuir|cuero|couro)$/, '#8c5a3b'],
  [/^linen$/, '#d9cfbd'],
  [/^(copper|kupfer|cuivre)$/, '#c0703f'],
  [/^(brass|messing|laiton)$/, '#c9a24a'],
  [/^concrete$/, '#a7a6a2'],
]

const PIECE = /(^| )(desk|table|island|sideboard|bench|cabinet|counter|armchair|sofa|couch)s?$/
const NEAR = 3
// A bed is seen by what lies on it.
const COVERED = /^(bed|bunk-bed|crib)$/

// Bags and shoes are of leather too.
const CARRIED = /^(backpack|handbag|briefcase|luggage|purse|clutch-bag|hiking-boot|mans-shoe|womans-boot)$/

const isPiece = (sense: Sense) =>
  !COVERED.test(sense.value) &&
  (PIECE.test(sense.text) ||
    sense.kind === 'support' ||
    kindOf(sense) === 'household' ||
    /lamp/.test(sense.value) ||
    CARRIED.test(sense.value))

// The piece that a word stands before, with other adjectives between them at most.
const pieceAfter = (at: number, { senses, tokens }: Context) =>
  senses.find(
    (one) => one.at > at && one.at <= at + NEAR && one.clause === tokens[at]?.clause && isPiece(one) && !one.plural,
  ) ?? senses.find((one) => one.at > at && one.at <= at + NEAR && one.clause === tokens[at]?.clause && isPiece(one))

/** "A walnut desk" has no nut beside it and is brown; where it is said to have another colour, it has that. */
export function furnitureStuffs(context: Context): Sense[] {
  const { tokens, senses } = context
  const found = tokens.flatMap(({ text, clause }, at) => {
    const colour = STUFFS.find(([words]) => words.test(text))?.[1]
    const piece = colour && pieceAfter(at, context)
    if (!colour || !piece) return []
    const coloured = senses.some(
      (one) => one.kind === 'colour' && one.clause === clause && one.at >= at - 2 && one.end <= piece.at,
    )
    return [{ at, sense: { ...piece, text, at, end: at + 1, kind: coloured ? 'stop' : 'colour', value: colour } }]
  })
  const gone = new Set(found.map(({ at }) => at))
  const kept = senses.filter(({ at, end }) => !(gone.has(at) && end === at + 1))
  return [...kept, ...found.map(({ sense }) => sense)].sort((a, b) => a.at - b.at)
}
