import type { Deed, Tie, TieKind } from '../../brief.ts'
import { isContainer } from '../../staging/containers.ts'
import { isSupport } from '../../staging/supports.ts'
import type { Thing } from '../things.ts'
import { acts } from './entities.ts'

type Told = { deeds: readonly Deed[]; ties: readonly Tie[] }
type Around = { entities: readonly Thing[]; language: string }

// "En la rama", "no banco": one word for in and on, and only what holds something has an inside.
const IN_OR_ON = /^(es|pt)$/
const SAT_AT = /^(table|piano|laptop|desktop-computer|sewing-machine)$/

const hasTop = ({ art, kind }: Thing) =>
  !isContainer(art) && !art.endsWith('tree') && (isSupport(art) || kind === 'plant-flower')

function kindMeant(tie: Tie, { deeds }: Told, { entities, language }: Around): TieKind {
  const other = entities[tie.other]
  const subject = entities[tie.subject]
  if (!other || !subject) return tie.kind
  // Who is "en una mesa" is at it; a cup is on it.
  const dines = SAT_AT.test(other.art) && acts(subject)
  if (tie.kind === 'in' && IN_OR_ON.test(language) && hasTop(other) && !dines) return 'on'
  // "За столом": who is behind a table in Russian sits at it.
  if (tie.kind === 'behind' && language === 'ru' && dines) return 'at'
  // "فوق" is on and over: who jumps or flies is over it.
  const aloft = deeds.some(({ verb, agents }) => /^(jump|fly)$/.test(verb) && agents.includes(tie.subject))
  return tie.kind === 'on' && language === 'ar' && aloft ? 'over' : tie.kind
}

// "تعزف على العود", "spielt auf der Flöte": what is played on is played.
function played({ deeds, ties }: Told, entities: readonly Thing[]): Told {
  const isInstrument = ({ kind, other }: Tie) => kind === 'on' && entities[other]?.kind.startsWith('musical') === true
  const onIt = (deed: Deed) =>
    deed.verb === 'play' && deed.patient === undefined
      ? ties.find((tie) => isInstrument(tie) && deed.agents.includes(tie.subject))
      : undefined
  const used = new Set(deeds.map(onIt))
  return {
    deeds: deeds.map((deed) => ({ ...deed, ...(onIt(deed) && { patient: onIt(deed)?.other }) }) as Deed),
    ties: ties.filter((tie) => !used.has(tie)),
  }
}

/** Deeds and ties as the words of a language mean them, where one word of it says what others have two for. */
export function asMeant(told: Told, around: Around): { deeds: Deed[]; ties: Tie[] } {
  const { deeds, ties } = played(told, around.entities)
  return { deeds: [...deeds], ties: ties.map((tie) => ({ ...tie, kind: kindMeant(tie, { deeds, ties }, around) })) }
}
