import { drawingOf } from '../../art.ts'
import type { Sense } from '../senses.ts'

const PARTS =
  /^(face|head|eyes?|paws?|tail|ears?|mouth|nose|wings?|feet|foot|hands?|claws?|hair|beard|moustache|mustache|back|neck|shoulders?|arms?|legs?|knees?|fingers?|nails?|fingernails|toes?|toenails|cheeks?|forehead|lips?|chin|teeth|tooth|belly|tummy|stomach|chest|heart|wrist|ankle|wound|wounds|fur|mane|feathers|hooves|hoof|horns?|trunk|palm|palms|ribs|pulse|temperature|shoelaces?|laces|shoes?)$/
const OWN_BODY = /^(chest|trunk|back|nails?|palms?|calf|calves|tummy|belly|horns?|tusks?|hooves|hoof|tail)$/

/** Whether a word names a part of a body, which is no thing of its own beside its owner. */
export const isBodyPart = (text: string): boolean => PARTS.test(text)

/** "Zips her son's coat": the son has it on, and is there himself. Who wears or has his coat is there alone. */
export function isWornBy(owner: Sense | undefined, owned: Sense, senses: readonly Sense[]): boolean {
  if (!owner || drawingOf(owner.value)?.kind.startsWith('person') !== true) return false
  const worn = owned.kind === 'look' || drawingOf(owned.value)?.kind === 'clothing'
  const before = senses.filter(({ at, clause }) => at < owner.at && clause === owner.clause)
  const doer = before.findLast(({ kind, value }) => kind === 'art' && drawingOf(value)?.kind.startsWith('person'))
  const between = doer ? before.filter(({ at }) => at >= doer.end) : []
  return worn && doer !== undefined && !between.some(({ kind }) => /^(wear|rel)$/.test(kind))
}

/** A lion's face is a lion's, and the coat of a son who has it zipped is his: neither is a thing of its own. */
export function isOnOwner(sense: Sense, at: number, senses: readonly Sense[]): boolean {
  const before = senses[at - 1]?.text ?? ''
  // A gorilla that beats its chest has no trunk for clothes.
  if (/^(its|his|her|their)$/.test(before)) return OWN_BODY.test(sense.text)
  return before === 's' && (PARTS.test(sense.text) || isWornBy(senses[at - 2], sense, senses))
}
