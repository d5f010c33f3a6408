import type { Brief, Subject } from '../../brief.ts'
import { drawingOf } from '../../art.ts'
import { particleKinds } from '../particles.ts'
import { additionsIn, type Additions } from '../add/additions.ts'
import { canBeAdded } from '../add/add-things.ts'
import { colourOrders, type ColourOrder } from '../colour/colour-orders.ts'
import { climateOf } from './climate.ts'
import { cropOf, type Crop } from './crop.ts'

/**
 * What a prompt wants of a given picture: what is added, and in words what of it cannot be done. `nothing`: none of its
 * changes can be made; `untouched`: it asks for none.
 */
export type Wish = {
  additions: Additions
  colours: ColourOrder[]
  crop: Crop | undefined
  notes: string[]
  nothing: boolean
  untouched: boolean
}

const named = (subjects: readonly Subject[]) =>
  [...new Set(subjects.map(({ art, label }) => drawingOf(art)?.label ?? label))].join(', ')

type Parts = { shown: Subject[]; added: Subject[]; worn: Subject[] }

// What a program that recognises nothing in a picture has to leave undone, in sentences.
function notesOn({ edits }: Brief, { shown, added, worn }: Parts): string[] {
  const what = named(shown.filter((one) => !added.includes(one)))
  const notes = [
    edits.includes('remove') && `diorama cannot take anything out of a given picture${what && `: ${what} stayed`}.`,
    edits.includes('replace') &&
      `diorama cannot exchange or change single things in a given picture${what && ` (${what})`}.`,
    worn.length > 0 && `diorama cannot dress anybody in a given picture: ${named(worn)} was not added.`,
  ].filter((note) => note !== false)
  if (notes.length > 0 || !what || added.length > 0) return notes
  return [`diorama does not recognise things in a given picture, so that nothing was done about ${what}.`]
}

// Whether anything is wanted of the picture as a whole.
function changesAll(brief: Brief): boolean {
  if (brief.styled || brief.edits.some((edit) => !/^(add|remove|replace)$/.test(edit))) return true
  return climateOf(brief) !== undefined || particleKinds(brief).length > 0
}

// Which things are to have other colours; those that are added bring theirs along.
function coloursOf({ edits, prompt }: Brief, additions: Additions): ColourOrder[] {
  if (edits.includes('remove')) return []
  const isNew = (art: string) => additions.some(({ subject }) => subject.art.startsWith(art))
  return colourOrders(prompt).filter(({ target }) => target.kind !== 'thing' || !isNew(target.art))
}

/** Reads what is wanted of a given picture; in a clip it is the camera that comes closer. */
export function wishOf(brief: Brief, filmed = false): Wish {
  const { edits } = brief
  const adds = edits.includes('add')
  const asked = adds ? additionsIn(brief).additions : []
  const additions = asked.filter(canBeAdded)
  const colours = coloursOf(brief, additions)
  const crop = filmed ? undefined : cropOf(brief)
  const parts = [additions.length > 0, colours.length > 0, crop !== undefined, changesAll(brief)]
  const idle = !parts.includes(true)
  const asksForChange = edits.some((edit) => /^(add|remove|replace)$/.test(edit))
  const shown = brief.subjects.filter(({ scenery }) => !scenery)
  const worn = asked.filter((one) => !canBeAdded(one)).map(({ subject }) => subject)
  const undone = colours.length > 0 && !adds ? [] : notesOn(brief, { shown, added: adds ? shown : [], worn })
  const notes = crop && !adds ? crop.notes : undone
  return {
    additions,
    colours,
    crop,
    // A prompt may merely describe what the picture shows; whoever wanted more should know.
    notes: idle && !asksForChange ? [...notes, `The picture is given back as it came. ${CAN}`] : notes,
    nothing: idle && asksForChange,
    untouched: idle && !asksForChange,
  }
}

const CAN =
  'diorama can change its style ("as a watercolour"), hour, season and weather ("make it night"), brightness and colours, ' +
  'the colour of a thing that it finds ("make the car blue"), crop it, and add things ("add a dog on the left"); for anything else choose another model, or draw anew without the picture.'

/** What is said where a prompt asks for changes, and none of them can be made. */
export function refusal({ notes }: Wish): string {
  return [...notes, `Nothing of this prompt can be done to a given picture. ${CAN}`].join(' ')
}
