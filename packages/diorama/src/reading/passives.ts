import { craftOf } from '../crafts.ts'
import { doneOf } from './english-forms.ts'
import { vocabularyOf } from './vocabulary.ts'

// "A mouse chased by a cat" tells what "a cat chasing a mouse" tells, and the grammar reads who does it before what it is
// done to. Only deeds between two are turned round: "lit by", "painted by" and "surrounded by" are none.
const IRREGULAR: Readonly<Record<string, string>> = {
  fed: 'feeding',
  led: 'leading',
  held: 'holding',
  ridden: 'riding',
  taught: 'teaching',
  drawn: 'pulling',
  fought: 'fighting',
  driven: 'driving',
  eaten: 'eating',
  bitten: 'biting',
  caught: 'catching',
  thrown: 'throwing',
  'read to': 'reading to',
  'bottle-fed': 'bottle-feeding',
}

const BETWEEN_TWO =
  /^(chase|hold|pull|push|hug|feed|eat|fight|look-at|lead|catch|throw|take|ride|walk|play|wave|handle)$/

function isBetweenTwo(meaning: string): boolean {
  const [kind, name = ''] = meaning.split(':')
  if (kind === 'verb') return BETWEEN_TWO.test(name)
  const { does = '', met, seat } = (kind === 'craft' && craftOf(name)) || {}
  // Who serves or shoots holds a tool, and does nothing to anybody with it.
  return (does !== 'hold' && BETWEEN_TWO.test(does)) || (met ?? seat) !== undefined
}

// What is done by whom, and how it is called of who does it.
function deedsByForm(): Map<string, string> {
  const told = [...vocabularyOf('en').exact].flatMap(([doing, meanings]) =>
    /^[a-z]{3,}ing$/.test(doing) && meanings.some(isBetweenTwo) ? [[doneOf(doing), doing] as const] : [],
  )
  return new Map([...told, ...Object.entries(IRREGULAR)])
}

const DETERMINER = String.raw`(?:an?|the|his|her|its|their|my|two|three|four|five|six|seven|eight|several|some|many|\d+)`
// Where what is said of who does it ends.
const END =
  /\s(?=(?:in|on|at|through|across|under|underneath|over|along|near|beside|by|with|while|who|that|which|to|from|into|onto|inside|outside|during|against|behind|between|around|toward|towards|down|up|past|after|before|as|for|is|are|and(?! (?:an?|the|two|his|her) ))\b|\w+ing\b)/i
const PICTURE =
  /^(?:.*\b(?:photo|photograph|picture|painting|drawing|illustration|image|sketch|scene|cartoon|poster|render|watercolou?r|shot|view) of )/i
const PLACED = /^(?<who>.+?) (?:on|in|inside) (?<carrier>(?:an?|the|his|her) (?:\w+ ){0,2}\w+)$/i
const MOVED = /^(pull|push|tow|dragg)/

// Who does it, and what is said after that.
function cut(rest: string): [who: string, after: string] {
  const at = rest.search(END)
  return at < 0 ? [rest, ''] : [rest.slice(0, at), rest.slice(at)]
}

// A child on a sled that a dog pulls: the sled is pulled, with the child.
function told(object: string, doer: string, doing: string): string {
  const { who, carrier } = PLACED.exec(object)?.groups ?? {}
  if (who && carrier && MOVED.test(doing)) return `${doer} ${doing} ${carrier} with ${who} on it`
  return cut(object)[1] === '' ? `${doer} ${doing} ${object}` : `${object} while ${doer} ${doing} it`
}

// Who is overtaken comes behind; that is what is seen of it.
const OVERTAKEN = /\b(?:(?:is|are|gets?|being) ){0,2}overtaken by\b/gi
const OVERTAKES = /\b(?:(?:is|are) )?overtak(?:es|ing)\b/gi

type Voice = { doingOf: ReadonlyMap<string, string>; passive: RegExp; afterthought: RegExp }
let voice: Voice | undefined

function knownVoice(): Voice {
  if (voice) return voice
  const doingOf = deedsByForm()
  const by = String.raw`(?<done>${[...doingOf.keys()].join('|')}) by (?=${DETERMINER} )(?<rest>[^,.;:!?()]*)`
  const passive = new RegExp(
    String.raw`(?<whom>[^,.;:!?()]*?)\s+(?:(?:who|that|which) )?(?:(?:is|are|was|were|gets?|getting|being) ){0,2}${by}`,
    'i',
  )
  // "A mouse drives a car, chased by a cat": of whoever the words before the comma tell.
  const afterthought = new RegExp(String.raw`(?<=\w), (?:(?:being|closely) ){0,2}${by}`, 'gi')
  return (voice = { doingOf, passive, afterthought })
}

/** An English prompt with every deed told by who does it. */
export function activeVoice(prompt: string): string {
  const before = prompt.replace(OVERTAKEN, 'following').replace(OVERTAKES, 'followed by')
  if (!/ by /i.test(before)) return before
  const { doingOf, passive, afterthought } = knownVoice()
  const parts = (args: unknown[]) => {
    const { whom = '', done = '', rest = '' } = args.at(-1) as Record<string, string>
    const [doer, after] = cut(rest)
    return { whom, doing: doingOf.get(done.toLowerCase()) ?? done, doer, after }
  }
  return before
    .replace(afterthought, (_, ...args: unknown[]) => {
      const { doing, doer, after } = parts(args)
      return ` while ${doer} ${doing} it${after}`
    })
    .replace(passive, (all: string, ...args: unknown[]) => {
      const { whom, doing, doer, after } = parts(args)
      const lead = PICTURE.exec(whom)?.[0] ?? ''
      const object = whom.slice(lead.length).trimStart()
      if (object === '') return all
      return `${whom.slice(0, whom.length - object.length)}${told(object, doer, doing)}${after}`
    })
}
