import { drawingOf } from '../../art.ts'
import type { Sense } from '../senses.ts'
import type { Token } from '../tokens.ts'

// What furniture and bags are made of, and the colour that it has. Most of these words are trees and nuts first of all, and
// mean a stuff only before a piece of furniture: no table can say that.
const STUFFS: readonly [words: RegExp, colour: string][] = [
  [/^(walnut|nussbaum|noyer|nogal|noce|nogueira)$/, '#6f4a31'],
  [/^(oak|eiche|eichenholz|chene|roble|rovere|carvalho)$/, '#c49a63'],
  [/^(pine|birch|maple|ash|beech|kiefer|birke|buche)$/, '#d9b883'],
  [/^(teak|cherry|cherrywood|rosewood|acacia)$/, '#a0673a'],
  [/^(mahogany|mahagoni)$/, '#7a3d2b'],
  [/^(rattan|wicker|bamboo|cane)$/, '#cda871'],
  [/^(leather|leder|cuir|cuero|couro)$/, '#8c5a3b'],
  [/^(copper|kupfer|cuivre)$/, '#c0703f'],
  [/^(brass|messing|laiton)$/, '#c9a24a'],
]

const PIECE = /(^| )(desk|table|island|sideboard|bench|cabinet|counter|armchair|sofa|couch)s?$/
const CARRIED = /lamp|^(backpack|handbag|briefcase|luggage|purse|hiking-boot|mans-shoe|womans-boot)$/
// A bed is seen by what lies on it.
const COVERED = /^(bed|bunk-bed|crib)$/
const NEAR = 3

function isPiece({ kind, text, value }: Sense): boolean {
  if (COVERED.test(value)) return false
  const household = /^(art|vessel)$/.test(kind) && drawingOf(value)?.kind === 'household'
  return PIECE.test(text) || kind === 'support' || household || CARRIED.test(value)
}

/** "A walnut desk" has no nut beside it and is brown; where it is said to have another colour, it has that. */
export function furnitureStuffs(senses: readonly Sense[], tokens: readonly Token[]): Sense[] {
  const found = tokens.flatMap(({ text, clause }, at) => {
    const colour = STUFFS.find(([words]) => words.test(text))?.[1]
    const pieces = senses.filter((one) => one.at > at && one.at <= at + NEAR && one.clause === clause && isPiece(one))
    const piece = pieces.find(({ plural }) => !plural) ?? pieces[0]
    if (!colour || !piece) return []
    const coloured = senses.some(
      (one) => one.kind === 'colour' && one.clause === clause && one.at >= at - 2 && one.end <= piece.at,
    )
    return [{ ...piece, text, at, end: at + 1, kind: coloured ? 'stop' : 'colour', value: colour }]
  })
  const gone = new Set(found.map(({ at }) => at))
  const kept = senses.filter(({ at, end }) => !(gone.has(at) && end === at + 1))
  return [...kept, ...found].sort((a, b) => a.at - b.at)
}
