// "A mouse chased by a cat" tells what "a cat chasing a mouse" tells, and the grammar reads who does it before what it is
// done to. Only deeds between two are turned round: "lit by", "painted by" and "surrounded by" are none.
const REGULAR =
  'chase|carry|pull|push|drag|tow|hug|embrace|cuddle|kiss|lick|wash|bathe|brush|groom|comb|stroke|pet|walk|follow|hunt|stalk|attack|watch|guard|rescue|save|greet|lift|steer|row|pilot|scold|comfort|help|cradle|play|bottle-feed|examine|treat|interview|photograph|massage|tickle|crown'
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
}

const DOUBLED = /^(hug|pet)$/

function formsOf(verb: string): [done: string, doing: string] {
  if (DOUBLED.test(verb)) return [`${verb}${verb.at(-1)}ed`, `${verb}${verb.at(-1)}ing`]
  if (verb.endsWith('e')) return [`${verb}d`, `${verb.slice(0, -1)}ing`]
  return [/[^aeo]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`, `${verb}ing`]
}

const DOING = new Map([...REGULAR.split('|').map(formsOf), ...Object.entries(IRREGULAR)])

const DETERMINER = String.raw`(?:an?|the|his|her|its|their|my|two|three|four|five|six|seven|eight|several|some|many|\d+)`
const PASSIVE = new RegExp(
  String.raw`(?<whom>[^,.;:!?()]*?)\s+(?:(?:who|that|which) )?(?:(?:is|are|was|were|gets?|getting|being) ){0,2}(?<done>${[...DOING.keys()].join('|')}) by (?=${DETERMINER} )(?<rest>[^,.;:!?()]*)`,
  'i',
)
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

// "A mouse drives a car, chased by a cat": of whoever the words before the comma tell.
const AFTERTHOUGHT = new RegExp(
  String.raw`(?<=\w), (?:(?:being|closely) ){0,2}(?<done>${[...DOING.keys()].join('|')}) by (?=${DETERMINER} )(?<rest>[^,.;:!?()]*)`,
  'gi',
)

function afterthoughts(prompt: string): string {
  return prompt.replace(AFTERTHOUGHT, (all: string, ...args: unknown[]) => {
    const { done = '', rest = '' } = args.at(-1) as Record<string, string>
    const doing = DOING.get(done.toLowerCase())
    const [doer, after] = cut(rest)
    return doing ? ` while ${doer} ${doing} it${after}` : all
  })
}

// Who is overtaken comes behind; that is what is seen of it.
const OVERTAKEN = /\b(?:(?:is|are|gets?|being) ){0,2}overtaken by\b/gi
const OVERTAKES = /\b(?:(?:is|are) )?overtak(?:es|ing)\b/gi

/** An English prompt with every deed told by who does it. */
export function activeVoice(prompt: string): string {
  const before = prompt.replace(OVERTAKEN, 'following').replace(OVERTAKES, 'followed by')
  return afterthoughts(before).replace(PASSIVE, (all: string, ...args: unknown[]) => {
    const { whom = '', done = '', rest = '' } = args.at(-1) as Record<string, string>
    const lead = PICTURE.exec(whom)?.[0] ?? ''
    const object = whom.slice(lead.length).trimStart()
    const doing = DOING.get(done.toLowerCase())
    if (!doing || object === '') return all
    const ahead = whom.slice(0, whom.length - object.length)
    const [doer, after] = cut(rest)
    return `${ahead}${told(object, doer, doing)}${after}`
  })
}
