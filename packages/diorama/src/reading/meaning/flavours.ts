import type { Marked } from '../find-marks.ts'
import { headComesFirst, type Sense } from '../senses.ts'
import { vocabularyOf } from '../vocabulary.ts'

// What is eaten or drunk in the colour of what it tastes of.
const FLAVOURED =
  /^(ice-cream|scoop-cone|popsicle|milkshake|smoothie|juice-glass|layer-cake|cake-slice|soup-bowl|jelly)$/

// The colours of flavours, by the drawing of what they are called after.
const FLAVOURS: Readonly<Record<string, string>> = {
  strawberry: '#f2a3b8',
  raspberry: '#d9476a',
  cherries: '#c43a52',
  'red-currants': '#c8324a',
  cranberries: '#b8283e',
  pomegranate: '#b8243a',
  watermelon: '#ee6a6a',
  'chocolate-bar': '#6b4226',
  'cocoa-pod': '#6b4226',
  vanilla: '#f8eac0',
  coconut: '#faf6ee',
  banana: '#f6dc7a',
  lemon: '#f5e27a',
  pineapple: '#f2d24a',
  'red-apple': '#e9c94a',
  'passion-fruit': '#e9b23a',
  mango: '#f6b13a',
  peach: '#f7b58a',
  papaya: '#f29a4a',
  tangerine: '#f59a3a',
  carrot: '#ee8f3a',
  pumpkin: '#e8932a',
  'sweet-potato': '#e08a3a',
  tomato: '#d4472a',
  'honey-pot': '#e8b24a',
  candy: '#d9964a',
  hazelnut: '#c79a6a',
  walnut: '#c79a6a',
  'coffee-beans': '#a8764a',
  'hot-beverage': '#a8764a',
  cinnamon: '#b5763f',
  pistachio: '#b4cf86',
  mint: '#a9dcc3',
  matcha: '#9fbf5a',
  lime: '#b9d66a',
  melon: '#cfe29a',
  'kiwi-fruit': '#9cc454',
  avocado: '#a9c65a',
  'leafy-green': '#6f9a3c',
  broccoli: '#6f9a3c',
  'pea-pod': '#7fae3f',
  blueberries: '#7d6bb5',
  blackberry: '#6a4a7d',
  grapes: '#7a4fa0',
  beetroot: '#8a2350',
  mushroom: '#d9c49a',
  potato: '#ecd9a0',
  onion: '#d9b46a',
}

// What is made of chocolate tastes of it.
const flavourOf = ({ kind, value }: Sense) =>
  kind === 'art' ? FLAVOURS[value] : kind === 'material' ? FLAVOURS[`${value}-bar`] : undefined
const isFlavoured = ({ kind, value }: Sense) => kind === 'art' && FLAVOURED.test(value)

// What may stand between the two: "gelato al cioccolato", "glace à la fraise", "いちご味のアイス".
const OF =
  /^(de|del|di|d|da|do|al|alla|allo|all|ai|alle|agli|a|la|l|au|aux|con|com|of|из|с|со|の|味|味の|का|की|के|ال|بطعم|بنكهة|por)$/
const MOST_BETWEEN = 2

function isOneDish(first: Sense, second: Sense, { tokens }: Marked): boolean {
  const between = tokens.slice(first.end, second.at)
  return (
    first.clause === second.clause &&
    second.at >= first.end &&
    between.length <= MOST_BETWEEN &&
    between.every(({ text }) => OF.test(text))
  )
}

const flavourNamed = (language: string, forms: readonly string[]): string | undefined => {
  const { exact } = vocabularyOf(language)
  return forms
    .flatMap((form) => exact.get(form) ?? [])
    .map((art) => FLAVOURS[art])
    .find((known) => known !== undefined)
}

// "Chocolate ice cream" may be one phrase, Erdbeereis is one word: the flavour is its first half.
function inTheWord({ text }: Sense, language: string): string | undefined {
  if (text.includes(' ')) return flavourNamed(language, text.split(' '))
  if (language !== 'de') return undefined
  const halves = Array.from({ length: Math.max(0, text.length - 6) }, (_, at) => text.slice(0, text.length - 3 - at))
  return flavourNamed(
    'de',
    halves.flatMap((half) => [half, `${half}e`, half.replace(/n$/, ''), half.replace(/en$/, '')]),
  )
}

// The noun beside a dish that says what it tastes of: before it, or behind it where the head comes first.
function besideIt(dish: Sense, senses: readonly Sense[], marked: Marked): Sense | undefined {
  return senses.find(
    (other) =>
      flavourOf(other) !== undefined &&
      (headComesFirst(marked.language) ? isOneDish(dish, other, marked) : isOneDish(other, dish, marked)),
  )
}

/** Ice cream, cakes, juices and soups in the colour of their flavour, which is no fruit beside them. */
export function inTheirFlavours(senses: readonly Sense[], marked: Marked): Sense[] {
  const tints = new Map<Sense, string>()
  const said = new Set<Sense>()
  for (const dish of senses.filter(isFlavoured)) {
    const flavour = besideIt(dish, senses, marked)
    const tint = flavour ? flavourOf(flavour) : inTheWord(dish, marked.language)
    if (flavour) said.add(flavour)
    if (tint !== undefined) tints.set(dish, tint)
  }
  if (tints.size === 0) return [...senses]
  return senses.map((sense) => {
    if (said.has(sense)) return { ...sense, kind: 'stop', value: 'yes' }
    const tint = tints.get(sense)
    return tint === undefined ? sense : { ...sense, tint }
  })
}
