import { groupsApart } from './groups-apart.ts'
import { oneByOne } from './one-by-one.ts'
import { asTagged } from './tag-words.ts'
import { activeVoice } from './passives.ts'

// How people ask for a picture before they say of what: "hey can you make me a picture of". What it is called stays, since a
// poster is no photo; the asking is no deed of whoever is in it.
const GREETING = String.raw`(?:(?:hey|hi|hello|ok|okay|so|yo|dear ai|well)\b[\s,!.]*)*`
const ASKING = String.raw`(?:(?:can|could|would|will) (?:you|u)(?: please)?|please|pls|i(?: am|['’]m)? (?:want|need|would like|would love|wish for|looking for)(?: you to)?|i['’]d (?:like|love)(?: you to)?|we need|let['’]s|help me(?: to)?)`
// "Make it night" and "paint the door blue" are wishes about a picture that is there.
const THERE = String.raw`(?! (?:it|him|her|them|the|this|that|his|its|their|everything|both|all)\b)`
const MAKING = String.raw`(?:(?:make|paint|give|do)${THERE}|create|draw|generate|design|show|produce|render|illustrate|sketch)(?: (?:me|us|up))?`
const PREFACE = new RegExp(String.raw`^\s*${GREETING}(?:(?:${ASKING})(?: (?:${MAKING}))?|(?:${MAKING}))\s+(?=\S)`, 'i')
const PICTURE =
  /^(?:(?:a|an|the|some) )?(?:\w+ ){0,2}?(?:picture|image|pic|visual)s?(?: for (?:my |our |the |a )?(?:\w+[ -]?){1,3})?(?: of|:| where| showing| with|,) ?/i

// "Two cats, one orange and one black": each is said with its own colour.
const COLOUR = String.raw`(?:light |dark |pale )?(?:red|orange|black|white|brown|grey|gray|ginger|blue|green|yellow|pink|purple|golden|silver|tabby|calico|spotted|blonde?)`
const EACH = new RegExp(
  String.raw`\b(?:two|2|both) (?:(?:little|small|cute|big|my) )?(\w+?)(e?s),? (?:\(|- )?one (?:is )?(${COLOUR}),? (?:and )?(?:one|the other)(?: one)?(?: is)? (${COLOUR})\)?`,
  'i',
)

// "A brown dog and a white one": one more of them.
const ONE_MORE = new RegExp(
  String.raw`\b(an? ${COLOUR} )(\w+)((?:,? and|,|,? beside| next to) an? ${COLOUR}) one\b`,
  'i',
)

function eachWithItsColour(prompt: string): string {
  return prompt
    .replace(ONE_MORE, '$1$2$3 $2')
    .replace(EACH, (_, noun: string, ending: string, one: string, other: string) => {
      const singular = /(x|ch|sh|ss)$/.test(noun) || ending === 's' ? noun : `${noun}e`
      // Cats have drawings of their own for their colours, all others are dyed.
      return singular === 'cat'
        ? `one ${one} ${singular} and one ${other} ${singular}`
        : `one ${one} and one ${other} ${singular}`
    })
}

// "Hands a rose to a giant who kneels": where nothing follows that would be so large, a giant is somebody.
const SOMEBODY_GIANT =
  /\b((?:an?|the) (?:[a-z]+ )?giant)(?=\s*(?:$|[.,;!?]|(?:who|that|whose|is|with|and|kneel|hold|sit|stand|walk|carr(?:y|ies)|sle?ep|lean|bend|look|eat|drink|read|play|give|reach|lift|pick|peek|wade|step|smile|laugh|hug|catch|throw|push|pull)(?:s|es|ing)?\b|waves (?:at|to|back|goodbye)|waving))/gi

// As it is typed in haste.
const TYPED: readonly [RegExp, string][] = [
  [/\bthru\b/gi, 'through'],
  [/(?<=\s)w\/(?=\s?\p{L})/giu, 'with '],
  [/(?<=\s)&(?=\s)/g, 'and'],
  // As a phrase of its own it is the manner, and no colour of anything.
  [/(?<=[,;.] )(?=black and white *(?:[,;.]|$))/gi, 'in '],
]

const written = (prompt: string) => TYPED.reduce((text, [typed, meant]) => text.replaceAll(typed, meant), prompt)

// "Two teams pulling a rope": three on each side, of whomever they are said to be.
const TEAMS =
  /\b(?:two|2) (?:opposing |rival )?(?:teams|groups)(?: of (\w+))?(?= (?:pull|tug|play|compet|in a tug|at tug))/gi
const inTeams = (prompt: string) => prompt.replace(TEAMS, (_, who: string | undefined) => `six ${who ?? 'people'}`)

// "Showing his grandson how to fish" is teaching him; nobody is shown around.
const SHOWN_HOW = /\bshow(ing|s)? ((?:an?|the|his|her|their|my|two|three|some) (?:[a-z]+ ){0,2}[a-z]+) how to\b/gi
const asTaught = (prompt: string) =>
  prompt.replace(SHOWN_HOW, (_, end: string | undefined, whom: string) => {
    const teaches = end === 's' ? 'teaches' : `teach${end ?? ''}`
    return `${teaches} ${whom} to`
  })

// "While two cubs watch it": after several, and before what is seen, no watch is meant.
const WATCHED =
  /\b((?:two|three|four|five|the|some|many|several|his|her|their|its) (?:[a-z]+ )?(?:[a-z]+s|children|people|mice|geese)) watch(?=\s*(?:$|[,.;]|(?:it|him|her|them|the|a|an|from|in|over|as|his|their)\b))/gi

/** An English prompt without the words that only ask for it, and with every colour beside what has it. */
export function plainly(typed: string): string {
  const prompt = groupsApart(written(typed))
  const asked = prompt.replace(PREFACE, '')
  const shown = asked === prompt ? prompt : asked.replace(PICTURE, '')
  const said = oneByOne(eachWithItsColour(inTeams(shown.trim() === '' ? prompt : shown)))
  return asTagged(activeVoice(asTaught(said.replace(SOMEBODY_GIANT, '$1 man').replace(WATCHED, '$1 watching'))))
}
