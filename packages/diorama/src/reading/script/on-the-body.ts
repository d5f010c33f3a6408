import type { Deed, Spot, Tie } from '../../brief.ts'
import { acts } from './entities.ts'
import { spotBetween, type Sentence } from './words.ts'

type Told = { deeds: readonly Deed[]; ties: readonly Tie[] }

// Languages that need no word for whose head or lap it is: "un perroquet sur l'épaule", "несёт на спине яблоко", على رأسها.
const OWNERLESS = /^(de|fr|es|it|pt|ru|ar)$/
const ON =
  /^(auf|sur|en|sobre|em|no|na|nos|nas|su|sul|sulla|sulle|sull|in|на|علي|على|dans|au|aux|al|alla|a|la|le|l|les|el|las|los|o|os|as|der|den|dem|die|seinem|seiner|ihrem|ihrer|seinen|ihren|son|sa|ses|su|sus|seu|sua|suo|le|il|lo|i|gli)$/
const OF = /^(de|del|della|dello|di|du|d|des|von|da|do|eines|einer|seines|ihres)$/
const BODY = /^(head|shoulders|back|lap)$/

/** A place on somebody's body, where the words name no owner of it. */
function spotsOf({ tokens }: Sentence): { at: number; clause: number; spot: Spot }[] {
  return tokens.flatMap(({ clause }, at) => {
    const spot = spotBetween({ tokens } as Sentence, at, at + 1)
    const placed = ON.test(tokens[at - 1]?.text ?? '') && !OF.test(tokens[at + 1]?.text ?? '')
    return spot && placed && BODY.test(spot) ? [{ at, clause, spot }] : []
  })
}

// What somebody holds, carries or has with them, in the same clause.
function borne({ deeds, ties }: Told, sentence: Sentence, clause: number): { subject: number; other: number }[] {
  const isHere = (entity: number | undefined) => sentence.entities[entity ?? -1]?.sense.clause === clause
  const held = deeds.flatMap(({ verb, agents: [agent], patient }) =>
    /^(hold|hug|take|handle)$/.test(verb) && agent !== undefined && patient !== undefined && isHere(patient)
      ? [{ subject: patient, other: agent }]
      : [],
  )
  const had = ties.flatMap(({ kind, subject, other }) =>
    kind === 'with' && isHere(other) ? [{ subject: other, other: subject }] : [],
  )
  return [...held, ...had].filter(({ other }) => {
    const owner = sentence.entities[other]
    return owner !== undefined && acts(owner)
  })
}

/** The ties with those to a head, shoulders, a back or a lap that is nobody's by name: it is that of whoever bears it. */
export function withBodies(told: Told, sentence: Sentence): Tie[] {
  const more = (OWNERLESS.test(sentence.language) ? spotsOf(sentence) : []).flatMap(({ clause, spot }): Tie[] => {
    const [first] = borne(told, sentence, clause)
    return first ? [{ kind: 'on', ...first, spot }] : []
  })
  const isNew = ({ subject, other }: Tie) => more.every((tie) => tie.subject !== subject || tie.other !== other)
  // The hedgehog is on no apple that is on its back.
  const isOther = ({ subject, other }: Tie) => more.every((tie) => tie.subject !== other || tie.other !== subject)
  return [...told.ties.filter((tie) => (isNew(tie) && isOther(tie)) || tie.kind === 'with'), ...more]
}
