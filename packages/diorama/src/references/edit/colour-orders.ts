import { drawingOf } from '../../art.ts'
import { findMarks, type Mark } from '../../reading/find-marks.ts'
import type { Token } from '../../reading/tokens.ts'

/** What is to have another colour: a thing that has a drawing, a part of one, or what fills an area of the picture. */
export type Target =
  | { kind: 'thing'; art: string }
  | { kind: 'part'; part: string }
  | { kind: 'area'; area: 'sky' | 'ground' | 'water' | 'leaves' | 'wall' | 'hair' | 'clothes' }

/** One wish for a colour: of what, in which word, from which colour where that was said, to which. */
export type ColourOrder = { target: Target; said: string; to: string; from: string | undefined; several: boolean }

// Words of change, in the languages of the word lists: without one a long prompt only describes.
const CHANGES =
  /\b(make|paint|turn|change|dye|colou?r|recolou?r|give|f[aä]rbe?|mach|mache|[aä]ndere|streiche?|mal|cambia|cambie|pinta|pinte|haz|vuelve|ti[nñ]e|rends|peins|mets|teins|change|mude|deixe|troque|tinja|fa[iç]a?|dipingi|colora|rendi|tingi|yap|boya|de[gğ]i[sş]tir|ubah|jadikan|warnai|buat|maak|verf|verander|zmie[nń]|pomaluj|zr[oó]b|g[oö]r|m[aå]la|[aä]ndra|l[aà]m|[dđ][oổ]i|s[oơ]n|t[oô])\b|сделай|покрась|перекрась|измени|поменяй|把|变|變|改|涂|染|换|にして|に変|くして|塗|바꿔|칠해|만들|اجعل|لوّ?ن|غيّ?ر|बना|रंग|बदल/iu

const PLACES: Record<string, Extract<Target, { kind: 'area' }>['area']> = {
  sky: 'sky',
  meadow: 'ground',
  field: 'ground',
  lawn: 'ground',
  sea: 'water',
  lake: 'water',
  river: 'water',
  ocean: 'water',
}

// What fills an area and has no drawing, by folded words.
const AREAS: readonly [RegExp, Extract<Target, { kind: 'area' }>['area']][] = [
  [
    /^(walls?|facade|wand|wande|mauer|fassade|parede?s?|murs?|muro|parete|pareti|muri|стены?|стену|墙|墙壁|牆|壁|벽|جدار|الجدران|दीवार|duvar|dinding|muur|muren|sciana|sciany|vagg|vaggen|tuong|background|hintergrund|fondo|fond|fundo|sfondo|фон)$/u,
    'wall',
  ],
  [
    /^(hair|haare?|pelo|cabello|cheveux|cabelo|capelli|волосы|头发|髪|머리카락|شعر|बाल|saclar?i?|rambut|haar|wlosy|har|haret|toc)$/u,
    'hair',
  ],
  [
    /^(dress|shirt|t|blouse|sweater|jacket|coat|suit|skirt|kleid|hemd|pullover|jacke|mantel|vestido|camisa|chaqueta|robe|chemise|veste|manteau|camicia|giacca|vestito|платье|рубашку|рубашка|куртку|куртка|裙子|衬衫|外套|服|シャツ|ドレス|드레스|셔츠|فستان|قميص|elbise|gomlek|gaun|kemeja|baju|jurk|sukienke|sukienka|koszule|klanning|skjorta|vay|ao)$/u,
    'clothes',
  ],
  [
    /^(leaves|foliage|blatter|laub|hojas|feuilles|folhas|foglie|листья|листву|叶子|树叶|葉|나뭇잎|yapraklar|daun|bladeren|liscie|blad)$/u,
    'leaves',
  ],
  [/^(water|wasser|agua|eau|acqua|вода|воду|水|물|ماء|पानी|su|air|woda|vatten|nuoc)$/u, 'water'],
  [
    /^(ground|floor|grass|rasen|gras|boden|suelo|cesped|hierba|sol|herbe|pelouse|chao|grama|relva|erba|prato|terra|трава|траву|草地|草|地面|芝生|잔디|zemin|cim|rumput|trawa|trawe|gras|cỏ)$/u,
    'ground',
  ],
]

type Piece = { at: number; end: number; said: string; plural: boolean } & (
  | { colour: string; target?: undefined }
  | { target: Target; colour?: undefined }
)

function targetOf(meanings: readonly string[]): Target | undefined {
  const part = meanings.find((meaning) => meaning.startsWith('part:'))
  if (part) return { kind: 'part', part: part.slice(5) }
  if (meanings.includes('look:hair')) return { kind: 'area', area: 'hair' }
  const place = meanings.find((meaning) => meaning.startsWith('place:'))?.slice(6)
  if (place !== undefined && PLACES[place]) return { kind: 'area', area: PLACES[place] }
  const art = meanings.find((meaning) => !meaning.includes(':') && drawingOf(meaning) !== undefined)
  return art === undefined ? undefined : { kind: 'thing', art }
}

function pieceOf(mark: Mark): Piece | undefined {
  const { at, end, text, plural, meanings } = mark
  const colour = meanings.find((meaning) => meaning.startsWith('colour:'))?.slice(7)
  if (colour) return { at, end, said: text, plural, colour }
  const target = targetOf(meanings)
  return target && { at, end, said: text, plural, target }
}

// Characters of scripts without spaces are tokens of their own: two of them may be a word.
function areasIn(tokens: readonly Token[]): Piece[] {
  return tokens.flatMap((token, at) => {
    for (const long of token.glued ? [3, 2, 1] : [1]) {
      const said = tokens
        .slice(at, at + long)
        .map(({ text }) => text)
        .join('')
      const [, area] = AREAS.find(([word]) => word.test(said)) ?? []
      if (area) return [{ at, end: at + long, said, plural: false, target: { kind: 'area', area } as const }]
    }
    return []
  })
}

function piecesOf(prompt: string): Piece[] {
  const { marks, tokens } = findMarks(prompt)
  const areas = areasIn(tokens)
  const known = marks.flatMap((mark) => pieceOf(mark) ?? [])
  const isArea = (piece: Piece) => areas.some(({ at, end }) => piece.at < end && at < piece.end)
  return [...known.filter((piece) => piece.colour !== undefined || !isArea(piece)), ...areas].toSorted(
    (a, b) => a.at - b.at,
  )
}

/**
 * Reads which things are to have which colours. "The car blue", "a blue car", "the red car blue": of two colours about a
 * thing the first is the one that it has.
 */
export function colourOrders(prompt: string): ColourOrder[] {
  const pieces = piecesOf(prompt)
  const change = CHANGES.test(prompt)
  if (!change && (pieces.length > 3 || prompt.split(/\s+/u).length > 5)) return []
  const orders: ColourOrder[] = []
  const used = new Set<Piece>()
  for (const [index, piece] of pieces.entries()) {
    if (!piece.target) continue
    const near = (other: Piece | undefined) =>
      other?.colour !== undefined &&
      !used.has(other) &&
      Math.min(Math.abs(other.at - piece.end), Math.abs(piece.at - other.end)) <= 4
        ? other
        : undefined
    const [before, after] = [near(pieces[index - 1]), near(pieces[index + 1])]
    const [to, from] = after && (change || !before) ? [after, before] : [before, undefined]
    if (to?.colour === undefined) continue
    for (const one of [to, from]) if (one) used.add(one)
    const { target, said, plural } = piece
    orders.push({ target, said, to: to.colour, from: from?.colour, several: plural })
  }
  return orders
}
