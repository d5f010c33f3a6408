import type { Brief } from '../../brief.ts'
import type { Sense } from '../senses.ts'
import type { Token } from '../tokens.ts'

const WALL =
  /^(walls?|tiles?|wallpaper|panell?ing|wand|wande|tapete|fliesen|pared|paredes|azulejos|mur|murs|carrelage|parete|pareti|piastrelle|parede|стен[аыуе]?|обои|壁|墙)$/
const FRONTS = /^(cabinets?|cabinetry|cupboards?|schranke|kuchenschranke|armarios|placards|armadietti)$/
const NEAR = 2

/** The colours of walls and of kitchen cupboards, on whichever side they are said, and the words that said them. */
export function wallColours(
  senses: readonly Sense[],
  tokens: readonly Token[],
): { said: Pick<Brief, 'wall' | 'fronts'>; used: Sense[] } {
  const of = (words: RegExp) =>
    senses.find(
      ({ kind, at, end, clause }) =>
        kind === 'colour' &&
        tokens.some(
          (token, i) =>
            token.clause === clause && words.test(token.text) && ((i >= end && i < end + NEAR) || i === at - 1),
        ),
    )
  const [wall, fronts] = [of(WALL), of(FRONTS)]
  return {
    said: { ...(wall && { wall: wall.value }), ...(fronts && { fronts: fronts.value }) },
    used: [wall, fronts].filter((one) => one !== undefined),
  }
}
