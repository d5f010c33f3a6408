import type { Brief, Subject } from '../../brief.ts'
import { drawingOf } from '../../art.ts'
import { particleKinds } from '../particles.ts'
import { canBeAdded, type Additions } from './add-things.ts'
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

const LEFT = /\b(left|links|izquierda|gauche|sinistra|esquerda|kiri|lewej|vänster|sol)\b|слева|左|왼쪽|يسار|bên trái/iu
const RIGHT = /\b(right|rechts|derecha|droite|destra|direita|kanan|prawej|höger|sağ)\b|справа|右|오른쪽|يمين|bên phải/iu
const SKY =
  /\b(in the sky|am Himmel|en el cielo|dans le ciel|nel cielo|no céu|in de lucht|na niebie|på himlen|di langit)\b|в небе|天上|天空|空に|하늘/iu

const ARTICLES = String.raw`\b(?:a|an|another|one|two|three|four|five|six|some|several|\d+)`

// The part of a prompt that speaks of one thing: "a cow on the left" of "a cow on the left and two birds in the sky".
function saidOf(prompt: string, { label }: Subject): string {
  const parts = prompt.split(/[,;.、，]|\b(?:and|und|y|et|e|en|och|oraz|и|dan|và|ve)\b|和|と/iu)
  const last = label.split(' ').at(-1) ?? label
  return parts.find((part) => part.toLowerCase().includes(last.toLowerCase())) ?? prompt
}

// Beside what something is added is in the picture already.
function isAlreadyThere(brief: Brief, subject: Subject): boolean {
  const { script, relations, subjects, prompt } = brief
  const at = subjects.indexOf(subject)
  const known =
    subject.kind.startsWith('place') ||
    new RegExp(`\\b(the|his|her|my|their) (\\w+ )?${subject.label}`, 'i').test(prompt)
  if (
    new RegExp(`${ARTICLES}\\s+(?:\\w+\\s+)?${subject.label}`, 'i').test(saidOf(prompt, subject)) &&
    at > 0 &&
    /\b(?:and|,)/.test(prompt)
  )
    return false
  // Two things side by side may both be new: "a dog and a cat".
  const bound = ({ kind }: { kind: string }) => kind !== 'beside' || known
  if (relations.some((relation) => relation.other === at && bound(relation))) return true
  return script?.ties.some((tie) => script.entities[tie.other]?.art === subject.art && bound(tie)) ?? false
}

const named = (subjects: readonly Subject[]) =>
  [...new Set(subjects.map(({ art, label }) => drawingOf(art)?.label ?? label))].join(', ')

type Parts = { shown: Subject[]; added: Subject[] }

// What a program that recognises nothing in a picture has to leave undone, in sentences.
function notesOn({ edits }: Brief, { shown, added }: Parts): string[] {
  const what = named(shown.filter((one) => !added.includes(one)))
  const worn = edits.includes('add') ? shown.filter((one) => !canBeAdded(one)) : []
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

function whereIn(text: string): Pick<Additions[number], 'side' | 'aloft'> {
  return { side: LEFT.test(text) ? 'left' : RIGHT.test(text) ? 'right' : undefined, aloft: SKY.test(text) }
}

/** Reads what is wanted of a given picture; in a clip it is the camera that comes closer. */
export function wishOf(brief: Brief, filmed = false): Wish {
  const { edits, prompt } = brief
  const colours = /^(add|remove)$/.test(edits.join()) ? [] : colourOrders(prompt)
  const shown = brief.subjects.filter(({ scenery }) => !scenery)
  const added = edits.includes('add') ? shown.filter((one) => canBeAdded(one) && !isAlreadyThere(brief, one)) : []
  const crop = filmed ? undefined : cropOf(brief)
  const idle = added.length === 0 && colours.length === 0 && crop === undefined && !changesAll(brief)
  const asksForChange = edits.some((edit) => /^(add|remove|replace)$/.test(edit))
  const settled = colours.length > 0 && added.length === 0 ? [] : notesOn(brief, { shown, added })
  const notes = crop && added.length === 0 ? crop.notes : settled
  return {
    additions: added.map((subject) => ({ subject, ...whereIn(saidOf(prompt, subject)) })),
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
  'crop it, and add things ("add a dog on the left"); for anything else choose another model, or draw anew without the picture.'

/** What is said where a prompt asks for changes, and none of them can be made. */
export function refusal({ notes }: Wish): string {
  return [...notes, `Nothing of this prompt can be done to a given picture. ${CAN}`].join(' ')
}
