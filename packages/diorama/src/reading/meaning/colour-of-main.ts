import type { Sense } from '../senses.ts'
import type { Token } from '../tokens.ts'
import type { NamedThing } from './named-thing.ts'

type Told = { senses: readonly Sense[]; tokens: readonly Token[]; things: readonly NamedThing[]; language: string }

// What may stand with a colour that is all that its phrase says: "bright blue and white", "all black", "red colour".
const BESIDE = /^(and|bright|dark|light|pale|deep|all|mostly|matte?|glossy|metallic|neon|vivid|colou?r|colou?red)$/

/** "Baby dragon, purple, big eyes": the colour of a phrase that says no more than it. */
function colourAlone({ senses, tokens }: Told, after: Sense): Sense | undefined {
  const colours = senses.filter(({ kind, clause }) => kind === 'colour' && clause > after.clause)
  return colours.find(({ clause }) => {
    const said = colours.filter((one) => one.clause === clause)
    return tokens.every(
      (token, at) =>
        token.clause !== clause || BESIDE.test(token.text) || said.some((one) => one.at <= at && at < one.end),
    )
  })
}

// "Dragon with emerald scales": what covers all of a beast has its colour.
function colourOfCoat({ senses, things }: Told, owner: NamedThing): Sense | undefined {
  const coat = senses.find(({ kind, value, at }) => kind === 'part' && value === 'coat' && at >= owner.sense.end)
  // Of whoever was named last.
  const last = coat && things.findLast(({ sense }) => sense.end <= coat.at)
  if (!coat || last !== owner) return undefined
  return senses.findLast(({ kind, end, clause }) => kind === 'colour' && clause === coat.clause && end === coat.at)
}

/** The colour that a list gives the thing it is about, apart from its name; whoever is a person has clothes for that. */
export function colourOfMain(told: Told, thing: NamedThing): Sense | undefined {
  if (told.language !== 'en' || thing.kind.startsWith('person')) return undefined
  return colourOfCoat(told, thing) ?? (told.things[0] === thing ? colourAlone(told, thing.sense) : undefined)
}
