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
  /** What is to be gone, and what is to be in its place. */
  removals: Subject[]
  instead: Subject | undefined
  crop: Crop | undefined
  notes: string[]
  nothing: boolean
  /** Nothing else is wanted than that something is gone or another. */
  onlyRemoves: boolean
  untouched: boolean
}

const named = (subjects: readonly Subject[]) =>
  [...new Set(subjects.map(({ art, label }) => drawingOf(art)?.label ?? label))].join(', ')

type Parts = { shown: Subject[]; added: Subject[]; worn: Subject[]; taken: readonly Subject[] }

// What a program that recognises nothing in a picture has to leave undone, in sentences.
function notesOn({ edits }: Brief, { shown, added, worn, taken }: Parts): string[] {
  const what = named(shown.filter((one) => !added.includes(one) && !taken.includes(one)))
  const notes = [
    edits.includes('remove') && taken.length === 0 && 'diorama takes only things out of a picture that it can find.',
    edits.includes('replace') &&
      taken.length === 0 &&
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

// "Remove the cars" names what goes; "replace the fox with a bear" that and what comes.
type Exchanged = Pick<Wish, 'removals' | 'instead'> & { taken: Subject[] }

function exchanged({ edits, subjects }: Brief, adds: boolean, colours: readonly ColourOrder[]): Exchanged {
  if (colours.length > 0) return { removals: [], instead: undefined, taken: [] }
  const things = subjects.filter(({ scenery, kind }) => !scenery && kind !== 'clothing')
  if (edits.includes('remove') && !adds) return { removals: things, instead: undefined, taken: things }
  const [gone, instead] = things
  const swaps = edits.includes('replace') && things.length === 2 && gone && instead
  return swaps ? { removals: [gone], instead, taken: [gone, instead] } : { removals: [], instead: undefined, taken: [] }
}

/** Reads what is wanted of a given picture; in a clip it is the camera that comes closer. */
export function wishOf(brief: Brief, filmed = false): Wish {
  const { edits } = brief
  const adds = edits.includes('add')
  const asked = adds ? additionsIn(brief).additions : []
  const additions = asked.filter(canBeAdded)
  const colours = coloursOf(brief, additions)
  const crop = filmed ? undefined : cropOf(brief)
  const { removals, instead, taken } = exchanged(brief, adds, colours)
  const parts = [additions.length > 0, removals.length > 0, colours.length > 0, crop !== undefined, changesAll(brief)]
  const idle = !parts.includes(true)
  const asksForChange = edits.some((edit) => /^(add|remove|replace)$/.test(edit))
  const shown = brief.subjects.filter(({ scenery }) => !scenery)
  const worn = asked.filter((one) => !canBeAdded(one)).map(({ subject }) => subject)
  const undone = colours.length > 0 && !adds ? [] : notesOn(brief, { shown, added: adds ? shown : [], worn, taken })
  const notes = crop && !adds ? crop.notes : undone
  return {
    additions,
    colours,
    removals,
    instead,
    crop,
    // A prompt may merely describe what the picture shows; whoever wanted more should know.
    notes: idle && !asksForChange ? [...notes, `The picture is given back as it came. ${CAN}`] : notes,
    nothing: idle && asksForChange,
    onlyRemoves: removals.length > 0 && parts.filter((part) => part).length === 1,
    untouched: idle && !asksForChange,
  }
}

const CAN =
  'diorama can change its style ("as a watercolour"), hour, season and weather ("make it night"), brightness and colours, ' +
  'the colour of a thing that it finds ("make the car blue"), crop it, add things ("add a dog on the left"), and take out or exchange what it finds ("remove the ball"); for anything else choose another model, or draw anew without the picture.'

/** What is said where a prompt asks for changes, and none of them can be made. */
export function refusal({ notes }: Wish): string {
  return [...notes, `Nothing of this prompt can be done to a given picture. ${CAN}`].join(' ')
}
