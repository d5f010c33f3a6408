import { drawingOf } from '../../art.ts'
import type { Sense } from '../senses.ts'

type InCompany = { word: RegExp; company: RegExp; value: string }

// Words of two looks, and the words of a prompt that tell which one is meant.
const READINGS: readonly InCompany[] = [
  // Who works in the fields wears no helmet.
  {
    word: /^workers?$/,
    company: /vineyard|grape|harvest|\bfarm|orchard|plantation|\bfields?\b|paddy|paddies|crops?\b|barn\b/,
    value: 'farmer',
  },
  { word: /^beans$/, company: /coffee|espresso|roast/, value: 'coffee-beans' },
  { word: /^grinders?$/, company: /coffee|espresso/, value: 'coffee-machine' },
  {
    word: /^cranes?$/,
    company:
      /construct|building site|excavator|bulldozer|cement|concrete|steel|skyscraper|worker|cargo|container|harbou?r|dock|\blift|hoist|unload/,
    value: 'tower-crane',
  },
  {
    word: /^(trees?|arbol|arbre|baum|albero|arvore|boom|drzewo|drzewem|choinka)$/,
    company: /christmas|xmas|santa|navidad|noel|weihnacht|natale|natal\b|kerst|swiat|boze narodzenie/,
    value: 'christmas-tree',
  },
  {
    word: /^(glasses|glass)$/,
    company: /\b(wine|champagne|prosecco|rose wine|sparkling wine|bottle of red|bottle of white)\b/,
    value: 'wine',
  },
  // In German a kite and a dragon are one word.
  { word: /^drachen$/, company: /steigen|schnur|drachenfest/, value: 'kite' },
  { word: /^sage$/, company: /\b(herbs?|lavender|thyme|rosemary|chamomile|mint|basil)\b/, value: 'herb' },
  // Lanterns are of glass and iron, unless they hang in the East or at a feast.
  {
    word: /^lanterns$/,
    company:
      /chin(a|ese)|japan|asia|korea|vietnam|hoi an|taiwan|kyoto|tokyo|hong kong|samurai|geisha|ninja|panda|koi\b|pagoda|torii|tea ?house|bamboo|temple|ramen|noodle|dragon|paper|silk|red lanterns|festival|night market|lunar|hanging lanterns/,
    value: 'red-paper-lantern',
  },
  // Who surfs carries no plank.
  {
    word: /^(boards?|brett(er)?|tablas?|planches?|tavol[ae]|pranchas?)$/,
    company: /\bsurf/,
    value: 'surfboard',
  },
  {
    word: /^wooden staff$/,
    company: /wizard|mage\b|witch|sorcer|druid|shaman|elf|elven|fantasy/,
    value: 'wizard-staff',
  },
  {
    word: /^(webs?|netz|toile|tela|teia)$/,
    company: /spider|cobweb|\bdew|tarantula|spinne|araign|arana|ragno|aranha/,
    value: 'spider-web',
  },
  { word: /^nets?$/, company: /goal|\b(football|soccer|striker|penalty)/, value: 'goal-net' },
  { word: /^hoops?$/, company: /basketball|\bdunk|slam|\bnba\b/, value: 'basketball-hoop' },
  { word: /^bats?$/, company: /baseball|batter|home run/, value: 'baseball-bat' },
  // Who is in a band, a gym or at a wedding has what belongs there.
  { word: /^rings?$/, company: /\b(wedding|bride|groom|vows|married|ring bearer)\b/, value: 'wedding-rings' },
  {
    word: /^guitars?$/,
    company: /\b(campfire|flamenco|acoustic|folk|serenad|mariachi|beach|hippie|gypsy|unplugged)/,
    value: 'acoustic-guitar',
  },
  {
    word: /^(guitarra|guitare|chitarra|gitarre)$/,
    company: /fogata|flamenc|feu de camp|lagerfeuer|falo\b|mariachi|plage|playa|spiaggia/,
    value: 'acoustic-guitar',
  },
  { word: /^(king|queen|bishop|rook)s?$/, company: /\bchess ?(board|game|piece|men)?\b/, value: 'chess-king' },
  { word: /^glasses$/, company: /\b(pyramid|stack|tower|row|tray|shelf) of (\S+ )?glasses\b/, value: 'tumbler-glass' },
  { word: /^horns?$/, company: /orchestra|brass band|concert|jazz band/, value: 'french-horn' },
  {
    word: /^(lamps?|lights?)$/,
    company: /\bhang(s|ing)? (down|above|over|from)\b|\bpendant\b|over the (table|island|counter)/,
    value: 'pendant-lamp',
  },
  { word: /^bottles?$/, company: /\b(wine|vineyard|winery|sommelier|cheese board)\b/, value: 'wine-bottle' },
  {
    word: /^(temples?|tempel|tempio|templo|храм)$/,
    company:
      /\b(china|chinese|japan|japanese|buddh\w*|zen|monks?|tibet\w*|korea\w*|bamboo|cherry blossom\w*|samurai|shaolin|kung fu|himalaya\w*)\b|будди|китай|япон/,
    value: 'asian-temple',
  },
  // Before a teacher sit children, and no graduates.
  {
    word: /^(students?|alumnos|alunos|alunni|studenti|eleves)$/,
    company:
      /\b(teacher|teaches|teaching|classroom|school|maestr[ao]|profesora|professora|maestra|institutrice|lehrerin)\b/,
    value: 'child',
  },
  { word: /^watch(es)?$/, company: /\b(chain|waistcoat|steampunk|gears|victorian|pocket)\b/, value: 'pocket-watch' },
]

// Gear is kit, a gear a wheel; blades of grass are none to fight with.
const KIT = /(^| )(an?|one|the|brass|metal|giant|golden|clockwork|rusty|bronze|copper|huge|big) $/
const BLADES = /(grass|skate|turbine|propeller|windmill|rotor|fan|helicopter)/

// Letters are type where a colour, a face or the word for a text stands by them; chips, where stone is ground.
const TYPE =
  /\b(text|title|titled|typography|lettering|caption|headline|font|neon|bold|thin|thick|white|gold|golden|silver|black|red|big|block|capital|ornate|glowing|serif|handwritten|elegant|cursive|retro|vintage|bubble|chrome|foil|script|playful|hand-drawn|decorative|colou?rful|fancy) $/

function isNoThing({ value, text, plural, at }: Sense, words: readonly string[]): boolean {
  const before = `${words.slice(Math.max(0, at - 2), at).join(' ')} `
  if (/^letters$/.test(text))
    return (
      TYPE.test(before) ||
      /\b(text|title|typography|poster|logo|flyer|invitation|book cover|banner|greeting card)\b/.test(words.join(' '))
    )
  // An avocado with a smiling face is an avocado.
  if (/faces?$/.test(text) && at > 1)
    return /\bwith (\S+ )?$/.test(before) && /smil|happy|cute|kawaii|grin|sleepy/.test(text)
  if (/^(box|boxes)$/.test(text)) return /\b(shadow|light|text) $/.test(before)
  if (value === 'gear' && text === 'gear' && !plural) return !KIT.test(before)
  return /^blades?$/.test(text) && BLADES.test(words.slice(Math.max(0, at - 1), at + 3).join(' '))
}

const ONE = /^(a|an|one|the|two|three|dead|little|tiny|big|house)$/
const INFINITIVE =
  /^(fish|duck|bear|crane|swallow|seal|ram|bat|ski|surf|paint|water|plant|brush|hammer|drum|ring|kiss|fan)$/

// "A fly in it" is one; "how to fish" is a deed, and so are dandelions that tower.
function asUsed(sense: Sense, words: readonly string[]): Sense {
  const [before = '', after = ''] = [words[sense.at - 1], words[sense.end]]
  if (sense.kind === 'activity' && sense.text === 'fly' && ONE.test(before))
    return { ...sense, kind: 'art', value: 'fly' }
  if (sense.kind !== 'art') return sense
  if (before === 'to' && INFINITIVE.test(sense.text) && words[sense.at - 2] !== 'next')
    return sense.text === 'fish' ? { ...sense, kind: 'verb', value: 'fish' } : { ...sense, kind: 'stop', value: 'yes' }
  const towers =
    /^towers?$/.test(sense.text) &&
    /^(above|over|around|behind)$/.test(after) &&
    !/^(a|an|the|of|and|clock|stone)$/.test(before)
  return towers ? { ...sense, kind: 'stop', value: 'yes' } : sense
}

// Of a world of glowing signs somebody in it is not drawn as one.
const GENRE =
  /^(cyber ?punk|blade runner|ciberpunk|siberpunk|cyberpunkowe|киберпанка?|赛博朋克|賽博龐克|サイバーパンク|사이버펑크)$/

// Neon colours are a manner; a neon city is lit by its signs.
const isLitBy = ({ text, end }: Sense, words: readonly string[]) =>
  text === 'neon' &&
  /^(city|cityscape|skyline|streets?|alley|reflections?|rain|night|district|town)$/.test(words[end] ?? '')

function asWorld(sense: Sense, senses: readonly Sense[], words: readonly string[]): Sense {
  const somebody = senses.some(
    ({ kind, value, strength }) =>
      kind === 'art' && strength > 1 && /^(person|animal|face)/.test(drawingOf(value)?.kind ?? ''),
  )
  return sense.kind === 'style' && (GENRE.test(sense.text) || isLitBy(sense, words)) && somebody
    ? { ...sense, kind: 'place', value: 'neon-street' }
    : sense
}

/** Each sense as the rest of the prompt makes it: a crane beside an excavator is no bird. */
export function inCompany(senses: readonly Sense[], words: readonly string[]): Sense[] {
  const all = words.join(' ')
  return senses.map((told) => {
    const sense = asUsed(told, words)
    if (sense.kind !== 'art') return asWorld(sense, senses, words)
    if (isNoThing(sense, words)) return { ...sense, kind: 'stop', value: 'yes' }
    const reading = READINGS.find(({ word, company }) => word.test(sense.text) && company.test(all))
    return reading ? { ...sense, value: reading.value, strength: 3 } : sense
  })
}
