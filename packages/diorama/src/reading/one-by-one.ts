// "Three kids: one reading, one painting, one playing the guitar": each is somebody, with a deed or a place of their own. The
// grammar reads several of one word as doing the same, so they are told one by one.
const NUMBERS = ['two', 'three', 'four', 'five', 'six']
const WHICH = String.raw`(?:the first|the second|the third|the fourth|the last|the other|a second|a third|a fourth|another|one)`
const SEVERAL = new RegExp(
  String.raw`\b(?<count>${NUMBERS.join('|')}|[2-6])(?: (?<looks>(?:\w+ ){0,2}?))?\s*(?<noun>[a-z]+)(?<where>(?: (?:in|at|on|by|around|inside|near) [^,:;]*?)?)\s*(?:[,:;(–—-]+|\bwith\b|\bwhere\b|\bwhile\b)\s*(?=(?:one|the first)\b)(?<each>[^.;()]*)`,
  'i',
)
const NEXT = new RegExp(String.raw`(?:\s*,\s*(?:and\s+|while\s+)?|\s+and\s+|\s+while\s+)(?=${WHICH}\b)`, 'i')
const ITEM = new RegExp(
  String.raw`^${WHICH}(?: one)?(?: of them)?(?: (?:is|was))? (?<told>(?:\w+ing|with|in|on|under|behind|asleep|wearing)\b.*)$`,
  'i',
)

const IRREGULAR: Readonly<Record<string, string>> = { mice: 'mouse', geese: 'goose', wolves: 'wolf', elves: 'elf' }
// Of whom the word says neither: they take turns.
const EITHER: Readonly<Record<string, readonly [string, string]>> = {
  kids: ['girl', 'boy'],
  children: ['girl', 'boy'],
  students: ['girl', 'boy'],
  siblings: ['girl', 'boy'],
  friends: ['woman', 'man'],
  people: ['woman', 'man'],
  adults: ['woman', 'man'],
}

function oneOf(noun: string): string | undefined {
  if (IRREGULAR[noun]) return IRREGULAR[noun]
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`
  if (/(x|ch|sh|ss)es$/.test(noun)) return noun.slice(0, -2)
  return noun.endsWith('s') ? noun.slice(0, -1) : undefined
}

const countOf = (said: string) => (NUMBERS.indexOf(said) + 1 || Number(said) - 1) + 1

// A painting is a picture, unless it is somebody's deed.
const asDeed = (told: string) => told.replace(/^painting(?=$|,| (?:in|on|at|by)\b)/, 'painting at an easel')

/** An English prompt in which each of several is told by itself. */
export function oneByOne(prompt: string): string {
  return prompt.replace(SEVERAL, (all: string, ...args: unknown[]) => {
    const { count = '', looks = '', noun = '', where = '', each = '' } = args.at(-1) as Record<string, string>
    const deeds = each.split(NEXT).map((one) => ITEM.exec(one.trim())?.groups?.['told'])
    const pair = EITHER[noun.toLowerCase()]
    const single = oneOf(noun.toLowerCase())
    if (deeds.length !== countOf(count.toLowerCase()) || deeds.includes(undefined) || !(pair ?? single)) return all
    const told = deeds.map((deed, at) => {
      const who = pair ? pair[at % 2] : single
      return `${at < (pair ? 2 : 1) ? 'a' : 'another'} ${looks}${who} ${asDeed(deed as string)}`
    })
    return `${told.join(', ')}${where}`
  })
}
