import { drawingOf } from '../../art.ts'
import { canDress } from '../../scene/rig/upright.ts'
import type { Marked } from '../find-marks.ts'
import { headComesFirst, type Sense } from '../senses.ts'
import { tradeLooks } from './trade-looks.ts'

/** The value of a `look` that is the whole dress of a trade, with what is needed to find it again. */
export const TRADE = 'trade'

// Names of kinds, in which no animal wears anything: king penguins, nurse sharks.
const OF_A_KIND = /penguin|shark|seal|ant$|crab|cobra|snake|bee$/
const NAMES_OF_KINDS =
  /^(king|queen|emperor|nurse|soldier|worker|carpenter|monk|hermit|elf|fairy|wizard|kaiser|konig\S*|rey|reina|roi|reine|imperatore|re|regina|императорск\S*|король\S*|królew\S*)$/
const AS = /^(as|like|als|en|de|como|da|comme|jako|som|kak|как|sebagai|như)$/
const BETWEEN =
  /^(dressed|disguised|costumed|up|as|like|a|an|the|verkleidet|als|ein|eine|einen|einer|verkleidete[rn]?|deguisee?s?|habillee?s?|en|vestid[oa]s?|disfrazad[oa]s?|fantasiad[oa]s?|de|como|un|una|um|uma|vestit[oaie]|travestit[oaie]|mascherat[oaie]|da|comme|gekleed|verkleed|een|przebran[yae]|za|utkladd|som|наряженн\S*|одет\S*|переодет\S*|как|в|костюм[еах]*)$/
const COSTUME =
  /^(costumes?|outfit|uniform|clothes|suit|robes?|gear|kostum|verkleidung|disfraz|traje|deguisement|costume|fantasia|kostuum|костюм\S*|コスチューム|衣装|服)$/

const kindOf = ({ kind, value }: Sense) => (kind === 'art' ? (drawingOf(value)?.kind ?? '') : '')
const isTrade = (sense: Sense) =>
  /^person-(role|fantasy)/.test(kindOf(sense)) ||
  /^person-with-crown|^cowboy|^ninja/.test(sense.value) ||
  sense.role !== undefined
const isAnimal = (sense: Sense) => kindOf(sense).startsWith('animal') || sense.value === 'robot'
// Peoples of tales, who have trades as everybody has: an elf sorceress is an elf.
const isFolk = ({ value }: Sense) => /^(elf|vampire|zombie|goblin|ogre|skeleton|fairy|alien|troll|genie)/.test(value)
// A wizard boy has no beard.
const GROWN = /mage|pirate|crown/
const isChild = ({ kind, value }: Sense) => kind === 'art' && /^(boy|girl|child)$/.test(value)
const isSomebody = (sense: Sense) => isAnimal(sense) || kindOf(sense) === 'person'

function textsBetween({ tokens }: Marked, from: number, to: number): string[] {
  return tokens.slice(from, to).map(({ text }) => text)
}

// Who has to do with animals.
const OF_ANIMALS =
  /farmer|rider|tamer|trainer|hunter|keeper|walker|watcher|groomer|breeder|fish|vet|charmer|handler|herder|shepherd|doctor|catcher|jockey|lady|lover|dancer|diver/

// Whom a trade beside them is said of: animals, peoples of tales, and children in the dress of old men.
function canHaveTrade(somebody: Sense, trade: Sense): boolean {
  if (isChild(somebody)) return GROWN.test(trade.value)
  return isAnimal(somebody) || (isFolk(somebody) && somebody.value !== trade.value)
}

const isNameOfKind = (animal: Sense, trade: Sense, language: string) =>
  OF_A_KIND.test(animal.value) && (language !== 'en' || NAMES_OF_KINDS.test(trade.text))

// A pirate dog, un chien pirate, 海賊の犬.
function isBeside(trade: Sense, animal: Sense, marked: Marked): boolean {
  // किसान गाय को खिला: in Hindi who acts stands right before whom it is done to.
  if (marked.language === 'hi') return false
  const { language } = marked
  if (!canHaveTrade(animal, trade) || isNameOfKind(animal, trade, language)) return false
  if (trade.clause !== animal.clause || trade.plural !== animal.plural) return false
  const joined = (texts: string[]) => texts.every((text) => /^[のの的-]$/.test(text))
  if (!headComesFirst(language) && animal.at >= trade.end) return joined(textsBetween(marked, trade.end, animal.at))
  // A raccoon barista is a raccoon; a lion tamer none.
  if (language === 'en' && OF_ANIMALS.test(trade.text)) return false
  return trade.at >= animal.end && joined(textsBetween(marked, animal.end, trade.at))
}

// Who is only said to be there, and may be anybody: a rabbit customer, たぬきのお客さん.
const COMPANY =
  /^(customers?|clients?|guests?|visitors?|passengers?|patients?|neighbou?rs?|friends?|kunde|gast|cliente|клиент|гость|посетитель|пассажир|(お|茶|乗)?客(さん|人)?|お客様|顾客)$/
const isItself = (sense: Sense, senses: readonly Sense[], marked: Marked) =>
  sense.role === 'anyone' && COMPANY.test(sense.text) && senses.some((other) => isBeside(sense, other, marked))

const MOST_BETWEEN = 4

// A boy dressed as a pirate, a dog in a pirate costume.
function isWorn(trade: Sense, wearer: Sense, marked: Marked): boolean {
  if (!isSomebody(wearer) || wearer.end > trade.at || trade.clause !== wearer.clause) return false
  if (COSTUME.test(marked.tokens[trade.end]?.text ?? '')) return true
  const between = textsBetween(marked, wearer.end, trade.at)
  const as = between.findIndex((text) => AS.test(text))
  // Between "dressed as" and the trade there may be what kind of one it is: a renaissance king.
  return as >= 0 && between.length - as <= MOST_BETWEEN && between.slice(0, as).every((text) => BETWEEN.test(text))
}

const OWN_DRESS = /mage|hunter|ranger|archer|sorcer|witch|druid/

const FEMALE = /^(female|lady|woman)$/

// Of a female pirate the drawing would be a man with a beard.
function isWoman({ value, at, clause, plural }: Sense, { tokens }: Marked): boolean {
  const said = tokens.slice(Math.max(0, at - 2), at).some((token) => token.clause === clause && FEMALE.test(token.text))
  const either = /^(wo)?man-/.test(value) || drawingOf(`woman-${value}`) !== undefined
  return said && !plural && !either && drawingOf(value)?.kind === 'person-role'
}

const asWoman = (sense: Sense): Sense[] => [
  { ...sense, value: 'woman' },
  { ...sense, kind: 'look', value: `${TRADE}:${sense.value}` },
]

/**
 * The senses in which a trade that somebody only wears is a look of theirs and nobody of its own: a pirate dog, a girl
 * dressed as an astronaut. An animal that can wear nothing is left as it is named, and the trade to be told as unused.
 */
export function dressedAs(senses: readonly Sense[], marked: Marked): { senses: Sense[]; unworn: string[] } {
  const unworn: string[] = []
  const worn = senses.flatMap((sense): Sense[] => {
    if (isItself(sense, senses, marked)) return [{ ...sense, kind: 'stop', value: 'yes' }]
    if (!isTrade(sense) || isFolk(sense) || !tradeLooks({ art: sense.value, role: sense.role, text: sense.text }))
      return [sense]
    const wearer =
      senses.find((other) => isBeside(sense, other, marked)) ?? senses.findLast((other) => isWorn(sense, other, marked))
    if (!wearer) return isWoman(sense, marked) ? asWoman(sense) : [sense]
    // Elves go through woods and cast spells in what they have on anyway.
    if (isFolk(wearer) && OWN_DRESS.test(`${sense.value} ${sense.role ?? ''} ${sense.text}`)) return []
    if (!isAnimal(wearer) || canDress(wearer.value))
      return [{ ...sense, kind: 'look', value: `${TRADE}:${sense.value}` }]
    unworn.push(sense.text)
    return []
  })
  return { senses: worn, unworn }
}
