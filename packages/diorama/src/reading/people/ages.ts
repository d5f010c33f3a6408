import { drawingOf } from '../../art.ts'
import type { Token } from '../tokens.ts'
import type { Thing } from '../things.ts'

// Words that say of whoever they stand beside that they are old, folded as tokens are.
const OLD =
  /^(old|older|elderly|aged|ancient|wrinkled|viej[oa]s?|ancian[oa]s?|vieux|vieil|vieille|vieilles|agee?s?|alte[nrsm]?|alt|betagte[nrs]?|velh[oa]s?|idos[oa]s?|vecchi[oae]?|anzian[oiae]|стар(ый|ая|ые|ых|ого|ой|ую|ым)|пожил(ой|ая|ые|ых|ого)|stary|stara|starzy|stare|starego|starszy|starsza|starsze|starszych|gammal|gamla|gammalt|aldre|oude?|bejaarde|yasli|tua|عجوز|عجوزان|مسن|مسنة|مسنان|बूढ़ा|बूढ़ी|बूढ़े|बुजुर्ग|बुज़ुर्ग|노|늙은|나이든|老|老年|年老|年迈)$/
// These are old by their name.
const GRANDPARENTS =
  /^(grandparents|abuelos|grands parents|grosseltern|avos|nonni|dziadkowie|grootouders|morforaldrar|farforaldrar|老夫妇|老夫妻|老夫婦|老两口|노부부)$/

const AGES: Readonly<Record<string, string>> = { man: 'old-man', woman: 'old-woman', person: 'old-man' }
const COUPLE = /^couple-with-heart$/
// In these languages the word may come after the noun.
const AFTER = /^(es|fr|pt|it|id|ar|vi)$/

// An ancient Egyptian queen lived long ago, and may have been young then.
const AGES_AGO =
  /^(egypt\w*|greek|greece|roman|rome|chin\w*|japan\w*|persian?|mayan?|aztec|celtic|norse|babylon\w*|indian?|sumerian|viking|minoan|inca|korean?)$/

function isOld({ sense }: Thing, tokens: readonly Token[], language: string): boolean {
  const near = (at: number) => {
    const token = tokens[at]
    const longAgo = token?.text === 'ancient' && AGES_AGO.test(tokens[at + 1]?.text ?? '')
    return token?.clause === sense.clause && OLD.test(token.text) && !longAgo
  }
  // "A happy old couple", "an old married couple": one word may stand between.
  const within = tokens.slice(sense.at, sense.end).some(({ text }) => OLD.test(text))
  return within || near(sense.at - 1) || near(sense.at - 2) || (AFTER.test(language) && near(sense.end))
}

/** Old men and women where the words say so; of a couple, both. */
export function withAges<T extends Thing>(things: readonly T[], tokens: readonly Token[], language: string): T[] {
  return things.map((thing) => {
    const couple = COUPLE.test(thing.art)
    const older = couple ? undefined : drawingOf(AGES[thing.art] ?? '')
    if (!couple && !older) return thing
    if (!GRANDPARENTS.test(thing.sense.text) && !isOld(thing, tokens, language)) return thing
    return older ? { ...thing, art: older.id, label: older.label } : { ...thing, aged: true }
  })
}
