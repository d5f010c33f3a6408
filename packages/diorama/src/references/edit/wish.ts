import type { Brief, Subject } from '../../brief.ts'
import { drawingOf } from '../../art.ts'
import { particleKinds } from '../particles.ts'
import { additionsIn, type Additions } from './additions.ts'
import { climateOf } from './climate.ts'
import { colourOrders, type ColourOrder } from './colour-orders.ts'
import { cropOf, type Crop } from './crop.ts'

/**
 * What a prompt wants of a given picture. Single things can be added, removed, exchanged and coloured only in a picture of our own,
 * which is drawn again with them; what is asked of others' pictures beyond them as a whole is told in `notes`.
 * `nothing`: none of its changes can be made; `untouched`: it asks for none.
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
  untouched: boolean
}

const named = (subjects: readonly Subject[]) =>
  [...new Set(subjects.map(({ art, label }) => drawingOf(art)?.label ?? label))].join(', ')

const about = (names: string) => (names ? ` (${names})` : '')

// What has to be left undone, in sentences.
function notesOn({ edits }: Brief, shown: readonly Subject[], { additions, colours }: Singles): string[] {
  const what = named(shown)
  const notes = [
    edits.includes('add') &&
      `diorama draws nothing into a given picture${about(named(additions.map(({ subject }) => subject)))}.`,
    edits.includes('remove') && `diorama takes nothing out of a given picture${about(what)}.`,
    edits.includes('replace') && `diorama cannot exchange or change single things in a given picture${about(what)}.`,
    colours.length > 0 &&
      `diorama cannot give single things in a given picture another colour (${colours.map(({ said }) => said).join(', ')}).`,
  ].filter((note) => note !== false)
  if (notes.length > 0 || !what) return notes
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

type Singles = Pick<Wish, 'additions' | 'colours' | 'removals' | 'instead'>

// "Remove the cars" names what goes; "replace the fox with a bear" that and what comes.
function exchanged({ edits, subjects }: Brief, colours: readonly ColourOrder[]): Pick<Singles, 'removals' | 'instead'> {
  const things = subjects.filter(({ scenery, kind }) => !scenery && kind !== 'clothing')
  if (colours.length > 0) return { removals: [], instead: undefined }
  if (edits.includes('remove') && !edits.includes('add')) return { removals: things, instead: undefined }
  const [gone, instead] = things
  const swaps = edits.includes('replace') && things.length === 2 && gone && instead
  return swaps ? { removals: [gone], instead } : { removals: [], instead: undefined }
}

/** Reads what is wanted of a given picture; in a clip it is the camera that comes closer. */
export function wishOf(brief: Brief, filmed = false): Wish {
  const { edits } = brief
  const additions = edits.includes('add') ? additionsIn(brief).additions : []
  const colours = coloursOf(brief, additions)
  const crop = filmed ? undefined : cropOf(brief)
  const singles = { additions, colours, ...exchanged(brief, colours) }
  const idle = crop === undefined && !changesAll(brief)
  const asksForChange = colours.length > 0 || edits.some((edit) => /^(add|remove|replace)$/.test(edit))
  const shown = brief.subjects.filter(({ scenery }) => !scenery)
  const notes = crop && !asksForChange ? crop.notes : notesOn(brief, shown, singles)
  return {
    ...singles,
    crop,
    // A prompt may merely describe what the picture shows; whoever wanted more should know.
    notes: idle && !asksForChange ? [...notes, `The picture is given back as it came. ${CAN}`] : notes,
    nothing: idle && asksForChange,
    untouched: idle && !asksForChange,
  }
}

const CAN =
  'diorama can change its style ("as a watercolour"), hour, season and weather ("make it night"), brightness and colours, and crop it. ' +
  'It adds, takes out, exchanges and colours single things only in pictures of its own that come back as it made them; for anything else choose another model, or draw anew without the picture.'

/** What is said where a prompt asks for changes, and none of them can be made. */
export function refusal({ notes }: Pick<Wish, 'notes'>): string {
  return [...notes, `Nothing of this prompt can be done to a given picture. ${CAN}`].join(' ')
}
