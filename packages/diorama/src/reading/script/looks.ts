import type { Looks } from '../../brief.ts'
import { adjectiveFollows, type Sense } from '../senses.ts'
import type { Sentence } from './words.ts'
import { TRADE } from '../people/dressed-as.ts'
import { tradeLooks } from '../people/trade-looks.ts'
import { isMade } from './made.ts'
import { wearersOf } from './wearers.ts'

const HATS =
  /^(straw-hat|wool-hat|fur-hat|kokoshnik|chef-hat|beret|fedora|wizard-hat|crown|womans-hat|top-hat|graduation-cap|billed-cap|military-helmet|rescue-workers-helmet|pirate-hat|santa-hat|party-hat|cowboy-hat|viking-helmet|space-helmet|bowler-hat|sombrero|turban|roman-helmet|pharaoh-headdress|jester-hat|bicycle-helmet|conical-hat|flat-cap|sailor-hat|fez|mohawk|headwrap|tricorn-hat|hood-cap|tiara|knight-helmet|captains-hat)$/
const WOMEN = /woman|girl/
// Their drawings have helmets of their own.
const HELMED = /astronaut|knight|samurai|firefighter|construction/
const CROWNED = /princess|^prince|crown/
const DRESSES = /^(dress|wedding-dress|kimono|sari|womans-clothes)$/
const TOPS = /^(t-shirt|safety-vest|running-shirt)$/

// Red hair is ginger, yellow hair blond, and silver is nearly white.
const HAIR: Readonly<Record<string, string>> = {
  '#d7342e': '#b3522c',
  '#f2c230': '#dcb45c',
  '#26262b': '#2b2628',
  '#8d9199': '#cdd2da',
}

// 白发, 金髪: the word for hair says its colour.
const HAIR_WORDS: readonly [RegExp, string][] = [
  [/^[白银銀]/, '#f4f1ea'],
  [/^金/, '#dcb45c'],
  [/^[黑黒]/, '#2b2628'],
  [/^[红赤]/, '#b3522c'],
  [/^[棕茶]/, '#6b4a35'],
]

const colourInWord = ({ text }: Sense) => HAIR_WORDS.find(([word]) => word.test(text))?.[1]

function colourOf(senses: readonly Sense[], of: Sense, language: string): string | undefined {
  const beside = senses.filter(({ kind, clause }) => kind === 'colour' && clause === of.clause)
  const before = beside.findLast(({ end }) => end <= of.at && of.at - end <= 1)
  const after = beside.find(({ at }) => at >= of.end && at - of.end <= 1)
  return (adjectiveFollows(language) ? (after ?? before) : before)?.value
}

const isLong = (senses: readonly Sense[], of: Sense) =>
  senses.some(({ kind, value, at, end }) => kind === 'look' && value === 'long' && of.at - end <= 2 && at - of.end <= 2)

type Wearing = (colour: string | undefined, long: boolean) => Looks

const withColour =
  (art: string): Wearing =>
  (colour) => ({ hat: { art, ...(colour && { colour }) } })

const hairCut = (shape: NonNullable<NonNullable<Looks['hair']>['shape']>, colour: string | undefined): Looks => ({
  hair: { ...(colour && { colour: HAIR[colour] ?? colour }), shape },
})

// What each word of `words/grammar/looks.txt` puts on somebody; `long` only says how the hair is.
const AS_LOOKS: Readonly<Record<string, Wearing>> = {
  hair: (colour, long) => ({ hair: { ...(colour && { colour: HAIR[colour] ?? colour }), ...(long && { long }) } }),
  braids: (colour) => ({ hair: { ...(colour && { colour: HAIR[colour] ?? colour }), braids: true } }),
  blonde: () => ({ hair: { colour: '#dcb45c' } }),
  redhead: () => ({ hair: { colour: '#b3522c' } }),
  brunette: () => ({ hair: { colour: '#5a3a28' } }),
  'grey-haired': () => ({ hair: { colour: '#c9c9ce' } }),
  visor: () => ({ glasses: 'dark' }),
  bob: (colour) => hairCut('bob', colour),
  ponytail: (colour) => hairCut('ponytail', colour),
  bun: (colour) => hairCut('bun', colour),
  afro: (colour) => hairCut('afro', colour),
  dreadlocks: (colour) => hairCut('dreadlocks', colour),
  'face-paint': (colour) => ({ facePaint: colour ?? '#b8322c' }),
  beard: (colour) => ({ beard: colour ? (HAIR[colour] ?? colour) : '#6b4a35' }),
  mustache: (colour) => ({ mustache: colour ? (HAIR[colour] ?? colour) : '#4a352a' }),
  suit: (colour) => ({ suit: colour ?? '#3a4256' }),
  dress: (colour) => ({ dress: colour ?? '#b8506a' }),
  hat: withColour('fedora'),
  top: (colour) => ({ top: colour ?? '#4a5f8a' }),
  cape: (colour) => ({ cape: colour ?? '#8a2f3f' }),
  coat: (colour) => ({ coat: colour ?? '#8a6f4f' }),
  apron: (colour) => ({ apron: colour ?? '#f4f1ea' }),
  skirt: (colour) => ({ skirt: colour ?? '#5a5f9a' }),
  tie: (colour) => ({ tie: colour ?? '#a8323a' }),
  necklace: (colour) => ({ necklace: colour ?? '#f4f1ea' }),
  veil: (colour) => ({ veil: colour ?? '#f4f1ea' }),
  hood: (colour) => ({ veil: colour ?? '#4a4a5a' }),
  mask: (colour) => ({ mask: colour ?? '#a8d4e8' }),
  wreath: () => ({ wreath: true }),
  bell: () => ({ bell: true }),
  striped: (colour) => ({ striped: true, ...(colour && { top: colour }) }),
  pajamas: (colour) => ({ top: colour ?? '#a8c4e0', legs: colour ?? '#a8c4e0', striped: true }),
  armour: (colour = '#a8b0ba') => ({ plates: colour, top: '#6f7580', legs: '#6f7580', boots: colour }),
  'leather-armour': (colour = '#8a5a36') => ({ plates: colour, top: '#6f5a44', legs: '#4f4438', boots: '#5a3d2a' }),
  dungarees: (colour) => ({ top: '#f4f1ea', bib: colour ?? '#3f5f8a', legs: colour ?? '#3f5f8a' }),
  'wedding-dress': (colour) => ({ dress: colour ?? '#fbf8f2', veil: '#fbf8f2' }),
  tuxedo: (colour) => ({ suit: colour ?? '#1f1f26', bowTie: '#1f1f26' }),
  hoodie: (colour) => ({ top: colour ?? '#7a8a9a' }),
  'leather-jacket': (colour) => ({ top: colour ?? '#2b2528', legs: '#3f5f8a' }),
  'school-uniform': (colour) => ({ top: colour ?? '#2f3f6a', tie: '#c8302c' }),
  cap: withColour('billed-cap'),
  dotted: (colour) => ({ dress: colour ?? '#c8302c', pattern: 'dots' }),
  floral: (colour) => ({ dress: colour ?? '#d98ac0', pattern: 'flowers' }),
  checked: (colour) => ({ top: colour ?? '#b8402f', pattern: 'checks' }),
  hawaiian: (colour) => ({ top: colour ?? '#2f8fa8', pattern: 'flowers' }),
  waistcoat: (colour) => ({ top: '#f4f1ea', bib: colour ?? '#4a4a5a' }),
  dirndl: (colour) => ({ dress: colour ?? '#3f7d5a', bib: '#2f4f3f', apron: '#f2d9e0' }),
  lederhosen: (colour) => ({ top: '#f4f1ea', bib: colour ?? '#7a5230', shorts: colour ?? '#7a5230' }),
  toga: (colour) => ({ dress: colour ?? '#f7f4ec', drape: '#b8322c' }),
  robe: (colour) => ({ dress: colour ?? '#f4efe4', sash: '#c8b898' }),
  'bow-tie': (colour) => ({ bowTie: colour ?? '#a8323a' }),
  'eye-patch': () => ({ patch: true }),
  swimsuit: (colour) => ({ swimsuit: colour ?? '#d9447a' }),
  trunks: (colour) => ({ shorts: colour ?? '#2f6fb0', bareChest: true, bareArms: true }),
  spacesuit: (colour) => ({
    top: colour ?? '#e9eef2',
    legs: colour ?? '#e9eef2',
    boots: '#b8c2ca',
    gloves: '#b8c2ca',
    hat: { art: 'space-helmet' },
  }),
  'on-feet': (colour) => (colour ? { boots: colour } : {}),
  earrings: (colour) => ({ earrings: colour ?? '#e0b13a' }),
  overall: (colour) => ({ top: colour ?? '#2b3a4a', legs: colour ?? '#2b3a4a' }),
}

const AS_WORN: [RegExp, Wearing][] = [
  [/^scarf$/, (colour) => ({ scarf: colour ?? '#c0392b' })],
  [/sunglasses/, () => ({ glasses: 'dark' })],
  [/glasses|goggles/, () => ({ glasses: true })],
  [/^earrings$/, (colour) => ({ earrings: colour ?? '#e0b13a' })],
  [/^kimono$/, (colour) => ({ dress: colour ?? '#b8506a', sash: '#f2c63a', ...(!colour && { pattern: 'flowers' }) })],
  [/^sari$/, (colour) => ({ dress: colour ?? '#c03a6a', drape: '#e0a03a' })],
  [/^(bikini|one-piece-swimsuit|briefs)$/, (colour) => ({ swimsuit: colour ?? '#d9447a' })],
  [/^shorts$/, (colour) => ({ shorts: colour ?? '#8a7a5a' })],
  [
    /^(running-shoe|high-heeled-shoe|mans-shoe|ballet-shoes|womans-sandal|flat-shoe)$/,
    (colour) => (colour ? { boots: colour } : {}),
  ],
  [/^life-jacket$/, () => ({ top: '#f2803a', striped: true })],
  [DRESSES, (colour) => ({ dress: colour ?? '#b8506a' })],
  [TOPS, (colour) => ({ top: colour ?? '#7a8aa0' })],
  [/^jeans$/, (colour) => ({ legs: colour ?? '#3f5f8a' })],
  [/^(coat|lab-coat)$/, (colour) => ({ coat: colour ?? '#8a6f4f' })],
  [/^(hiking-boot|womans-boot|cowboy-boots)$/, (colour) => ({ boots: colour ?? '#6a4a36' })],
  [/^rain-boots$/, (colour) => ({ boots: colour ?? '#f2c63a' })],
  [/^gloves$/, (colour) => ({ gloves: colour ?? '#5a4a6a' })],
  [/^necktie$/, (colour) => ({ tie: colour ?? '#a8323a' })],
  [/^backpack$/, (colour) => ({ pack: colour ?? '#c0392b' })],
  [/^headphone$/, (colour) => ({ headphones: colour ?? '#c0392b' })],
]

function wearingOf({ kind, value, text, role }: Sense): Wearing | undefined {
  if (kind === 'look' && value.startsWith(TRADE)) {
    const dress = tradeLooks({ art: value.slice(TRADE.length + 1), role, text })
    return () => ({ ...dress })
  }
  if (kind === 'look') return Object.hasOwn(AS_LOOKS, value) ? AS_LOOKS[value] : undefined
  if (kind !== 'art') return undefined
  return HATS.test(value) ? withColour(value) : AS_WORN.find(([art]) => art.test(value))?.[1]
}

// A cape may be known as a coat too, for want of a drawing: what it looks like says more.
const isAlsoLook = (sense: Sense, senses: readonly Sense[]) =>
  sense.kind === 'art' && senses.some(({ kind, at, value }) => kind === 'look' && at === sense.at && value !== 'long')

// Braids are of the hair that was named before, and as long.
const together = (known: Looks | undefined, more: Looks): Looks => ({
  ...known,
  ...more,
  ...(known?.hair && more.hair && { hair: { ...known.hair, ...more.hair } }),
})

// A hat of no kind is a woman's in straw; a queen is drawn with her crown on, an astronaut with the visor.
function fitted(worn: Looks, { value }: Sense, wearer: string): Looks {
  if (value === 'school-uniform' && WOMEN.test(wearer)) return { ...worn, skirt: worn.top ?? '' }
  if (value === 'visor' && HELMED.test(wearer)) return {}
  return fittedHat(worn, value, wearer)
}

function fittedHat(worn: Looks, value: string, wearer: string): Looks {
  const { hat, ...others } = worn
  if (hat?.art === 'crown' && CROWNED.test(wearer)) return others
  if (/helmet/.test(hat?.art ?? '') && HELMED.test(wearer)) return others
  return hat?.art === 'fedora' && value === 'hat' && WOMEN.test(wearer)
    ? { ...worn, hat: { ...hat, art: 'straw-hat' } }
    : worn
}

/** What each entity wears and looks like. */
export function looksOf(sentence: Sentence): Map<number, Looks> {
  const { senses, entities, language } = sentence
  const looks = new Map<number, Looks>()
  for (const sense of senses) {
    if (entities.some((thing) => thing.sense === sense) || isAlsoLook(sense, senses)) continue
    const wearing = wearingOf(sense)
    // A scarf that is knitted is on no neck.
    if (!wearing || isMade(sense, { senses, language })) continue
    const colour = colourOf(senses, sense, language) ?? (sense.value === 'hair' ? colourInWord(sense) : undefined)
    const worn = wearing(colour, isLong(senses, sense))
    for (const wearer of wearersOf(sentence, sense)) {
      const who = entities[wearer]
      // Fur in the wind is no hair that somebody has on.
      if (!who || (worn.hair && who.kind.startsWith('animal'))) continue
      looks.set(wearer, together(looks.get(wearer), fitted(worn, sense, who.art)))
    }
  }
  return looks
}
