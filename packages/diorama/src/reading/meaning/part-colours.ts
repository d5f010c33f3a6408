import { hasPart } from '../../part-regions.ts'
import { adjectiveFollows, headComesLast, type Sense } from '../senses.ts'
import type { NamedThing } from './named-thing.ts'

/** A part of a thing with a colour of its own, and the words that said so. */
export type PartColour = { owner: NamedThing; part: string; colour: string; said: Sense; colouring: Sense }

// How many words may stand between a thing and its part: "a small house by the lake with a blue door".
const FARTHEST = 7
const NEXT = 4

function colourBeside(senses: readonly Sense[], part: Sense, language: string): Sense | undefined {
  const colours = senses.filter(({ kind, clause }) => kind === 'colour' && clause === part.clause)
  const before = colours.findLast(({ end }) => end <= part.at && part.at - end <= 1)
  const after = colours.find(({ at }) => at >= part.end && at - part.end <= 1)
  return adjectiveFollows(language) ? (after ?? before) : before
}

/** Which parts of which things have a colour of their own, as far as the drawings show those parts. */
export function partColours(senses: readonly Sense[], things: readonly NamedThing[], language: string): PartColour[] {
  return senses.flatMap((said): PartColour[] => {
    if (said.kind !== 'part') return []
    const colouring = colourBeside(senses, said, language)
    const able = things.filter(({ art, sense }) => hasPart(art, said.value) && sense.clause === said.clause)
    // Where the head comes last, so does the owner: "mavi kapılı beyaz bir ev".
    const later = headComesLast(language) || language === 'zh'
    const owner = later
      ? able.find(({ sense }) => sense.at >= said.end && sense.at - said.end <= NEXT)
      : able.findLast(({ sense }) => sense.end <= said.at && said.at - sense.end <= FARTHEST)
    return colouring && owner ? [{ owner, part: said.value, colour: colouring.value, said, colouring }] : []
  })
}
