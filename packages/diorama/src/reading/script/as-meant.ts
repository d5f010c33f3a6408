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

const MOUNTS =
  /^(horse|donkey|camel|two-hump-camel|elephant|pony|unicorn|zebra|water-buffalo|bicycle|motorcycle|motor-scooter|cycle-rickshaw|auto-rickshaw|tricycle|kick-scooter)$/

const SAT_ASTRIDE = /^(broom|magic-carpet|skateboard|surfboard|horse|bicycle|motorcycle|motor-scooter)$/

const hasTop = ({ art, kind }: Thing) =>
  !isContainer(art) && !art.endsWith('tree') && (isSupport(art) || kind === 'plant-flower')

// Of "in", "en una mesa": who is at a table is at it, a cup on it, and whoever is on a head is on it.
function inMeant(tie: Tie, other: Thing, dines: boolean): TieKind {
  if (dines) return 'at'
  return hasTop(other) || isOnBody(tie) || SAT_ASTRIDE.test(other.art) ? 'on' : 'in'
}

// What one goes over is a bridge, and what one leaps through a fence, by whichever word.
function throughMeant(other: Thing, leaps: boolean): TieKind {
  const over = /^((rope|log)-)?bridge$/.test(other.art) || (leaps && !/tunnel|hoop|ring|window|door/.test(other.art))
  return over ? 'over' : 'through'
}

// In the middle of a bridge or a rug one is on it.
const isCrossedOver = (art: string) => /bridge$|^(carpet|rug|raft|picnic-blanket|lily-pad)$/.test(art)

// "In Vespa", "à vélo": one is on what one rides. على كرسي متحرك, 轮椅上: who is on a wheelchair sits in it.
function riddenMeant({ kind }: Tie, { art }: Thing, language: string): TieKind | undefined {
  if (kind === 'in' && language !== 'en' && MOUNTS.test(art)) return 'on'
  if (kind === 'in' && isCrossedOver(art)) return 'on'
  return kind === 'on' && art.endsWith('wheelchair') ? 'in' : undefined
}

// فوق is on and over: who jumps or flies is over it, unless that is what carries them.
const isLeapt = ({ kind }: Tie, { art }: Thing, language: string) =>
  kind === 'on' && language === 'ar' && !/^(broom|magic-carpet|carpet|dragon|airplane|small-airplane)$/.test(art)

const BARRIER = /^(fence|stone-wall|hedge|counter|gate)$/

// "Talks to a woman over a fence": who neither leaps nor flies is on the other side of it.
const isAcross = ({ kind }: Tie, subject: Thing, { art }: Thing) =>
  kind === 'over' && BARRIER.test(art) && acts(subject) && !/^animal-(bird|bug)$/.test(subject.kind)

function kindMeant(tie: Tie, { deeds }: Told, { entities, language }: Around): TieKind {
  const other = entities[tie.other]
  const subject = entities[tie.subject]
  if (!other || !subject) return tie.kind
  const dines = SAT_AT.test(other.art) && acts(subject)
  const ridden = riddenMeant(tie, other, language)
  if (tie.kind === 'in' && IN_OR_ON.test(language)) return inMeant(tie, other, dines)
  if (ridden) return ridden
  // "За столом": who is behind a table in Russian sits at it.
  if (tie.kind === 'behind' && language === 'ru' && dines) return 'at'
  const does = (verb: RegExp) => deeds.some((deed) => verb.test(deed.verb) && deed.agents.includes(tie.subject))
  if (tie.kind === 'through') return throughMeant(other, does(/^jump$/))
  const leaves = does(/^(jump|fly|climb|run|throw)$/)
  if (leaves) return isLeapt(tie, other, language) ? 'over' : tie.kind
  return isAcross(tie, subject, other) ? 'behind' : tie.kind
}

const isOnBody = ({ spot }: Tie) => spot !== undefined && /^(head|shoulders|back|lap)$/.test(spot)

const isThing = (entities: readonly Thing[], at: number | undefined): at is number =>
  at !== undefined && entities[at] !== undefined && !acts(entities[at])

// "Salta una valla", "跳过栅栏": what is jumped is under who jumps.
function jumped({ deeds, ties }: Told, entities: readonly Thing[]): Told {
  // छतरी लिए कूद रहा है: what is in the hand is not leapt over.
  const held = new Set(deeds.flatMap(({ verb, patient }) => (verb === 'hold' ? [patient] : [])))
  const over = deeds.flatMap(({ verb, agents, patient }): Tie[] =>
    verb === 'jump' && isThing(entities, patient) && !held.has(patient)
      ? agents
          .filter((subject) => !ties.some((tie) => tie.subject === subject && tie.other === patient))
          .map((subject) => ({ kind: 'over', subject, other: patient }))
      : [],
  )
  const told = deeds.map((deed): Deed => {
    const { patient, ...rest } = deed
    return deed.verb === 'jump' && isThing(entities, patient) ? rest : deed
  })
  return { deeds: told, ties: [...ties, ...over] }
}

// "Monta un caballo", "monte un cheval": the word for climbing, before what one rides. يقود is to lead and to drive.
function mounted(deed: Deed, entities: readonly Thing[]): Deed {
  const { art = '', kind = '' } = entities[deed.patient ?? -1] ?? {}
  // 撑着竹筏: what is held by a pole is ridden.
  const driven =
    (deed.verb === 'lead' && kind.startsWith('transport')) || (deed.verb === 'hold' && /^(raft|rowing-boat)$/.test(art))
  const climbed = /^(climb|work)$/.test(deed.verb) && deed.craft === undefined && MOUNTS.test(art)
  return driven || climbed ? { ...deed, verb: 'ride' } : deed
}

// "Corren detrás de una mariposa", "бегут за бабочкой": who runs behind somebody runs after them.
function ranAfter({ deeds, ties }: Told, entities: readonly Thing[]): Told {
  const isAfter = ({ kind, subject, other }: Tie) =>
    kind === 'behind' &&
    entities[other] !== undefined &&
    acts(entities[other]) &&
    deeds.some(({ verb, agents, patient }) => verb === 'run' && agents.includes(subject) && patient === undefined)
  const after = ties.filter(isAfter)
  const told = deeds.map((deed): Deed => {
    const tie = deed.verb === 'run' ? after.find(({ subject }) => deed.agents.includes(subject)) : undefined
    return tie ? { ...deed, verb: 'chase', patient: tie.other } : deed
  })
  return { deeds: told, ties: ties.filter((tie) => !after.includes(tie)) }
}

const BOARD = /^(blackboard|whiteboard)$/

// "تعزف على العود", "spielt auf der Flöte": what is played on is played. Who writes on a board does it to the board, and who
// climbs at a tree climbs it.
function played({ deeds, ties }: Told, entities: readonly Thing[]): Told {
  const isUsed = ({ verb, craft }: Deed, { art, kind }: Thing, how: TieKind) => {
    if (verb === 'climb') return /^(on|at)$/.test(how) && /(tree|ladder|wall|rope|pole|fence)$/.test(art)
    return how === 'on' && (verb === 'play' ? kind.startsWith('musical') : craft === 'write' && BOARD.test(art))
  }
  const onIt = (deed: Deed) =>
    deed.patient === undefined
      ? ties.find(({ kind, subject, other }) => {
          const thing = entities[other]
          return thing && deed.agents.includes(subject) && isUsed(deed, thing, kind)
        })
      : undefined
  const used = new Set(deeds.map(onIt))
  // يعزف على الناي تحت شجرة: under the tree is who plays.
  const player = ({ subject }: Tie) => [...used].find((tie) => tie?.other === subject)?.subject ?? subject
  return {
    deeds: deeds.map((deed) => ({ ...deed, ...(onIt(deed) && { patient: onIt(deed)?.other }) }) as Deed),
    ties: ties.filter((tie) => !used.has(tie)).map((tie) => ({ ...tie, subject: player(tie) })),
  }
}

const HIGH = /tree$|^(roof|street-lamp)$/

// "Saca un gatito de un árbol", 木から子猫を助ける: who is rescued is up there, by whatever word "from" is said.
function rescued({ deeds, ties }: Told, entities: readonly Thing[]): Told {
  const saved = deeds.find(({ craft, patient }) => craft === 'rescue' && patient !== undefined)?.patient
  const high = entities.findIndex(({ art }) => HIGH.test(art))
  if (saved === undefined || high < 0 || !entities[saved]?.kind.startsWith('animal')) return { deeds, ties }
  const others = ties.filter(({ other, subject }) => other !== high && subject !== high)
  return { deeds, ties: [...others, { kind: 'on', subject: saved, other: high }] }
}

const PLAYED_WITH = /^(game|sport|event)|^(ball|yarn|kite|teddy-bear|doll|toy-blocks|spinning-top|soccer-ball)$/

// "Im Garten spielen drei Kinder mit einem Ball", تلعب طفلتان بالكرة: what they have with them is what they play with.
function playedWith({ deeds, ties }: Told, { entities, language }: Around): Told {
  if (language === 'en') return { deeds, ties }
  const toyOf = ({ verb, agents, patient }: Deed) =>
    verb === 'play' && patient === undefined
      ? ties.find(({ kind, subject, other }) => {
          const { art = '', kind: sort = '' } = entities[other] ?? {}
          return kind === 'with' && agents.includes(subject) && (PLAYED_WITH.test(art) || PLAYED_WITH.test(sort))
        })
      : undefined
  const used = new Set(deeds.map(toyOf))
  const told = deeds.map((deed): Deed => {
    const toy = toyOf(deed)?.other
    return toy === undefined ? deed : { ...deed, patient: toy }
  })
  return { deeds: told, ties: ties.filter((tie) => !used.has(tie)) }
}

// "Rührt in einem Kessel", "remue dans la marmite": what one stirs in is stirred, and nobody is in it.
function stirred({ deeds, ties }: Told, entities: readonly Thing[]): Told {
  const potOf = ({ craft = '', agents, patient }: Deed) =>
    /^(stir|whisk)$/.test(craft) && patient === undefined
      ? ties.find(({ kind, subject, other }) => kind === 'in' && agents.includes(subject) && isPot(entities[other]))
      : undefined
  const used = new Set(deeds.map(potOf))
  return {
    deeds: deeds.map((deed): Deed => ({ ...deed, ...(potOf(deed) && { patient: potOf(deed)?.other ?? -1 }) })),
    ties: ties.filter((tie) => !used.has(tie)),
  }
}

const isPot = (one: Thing | undefined) => one !== undefined && !acts(one) && isContainer(one.art)

// "Tomando un helado", "prend un café": whoever takes that in a Romance language has it, unless it
// comes out of an oven.
const consumed = (deed: Deed, { entities, language }: Around, ties: readonly Tie[]): Deed =>
  deed.verb === 'take' &&
  deed.craft === undefined &&
  /^(es|fr|it|pt)$/.test(language) &&
  !ties.some(({ kind, subject }) => kind === 'from' && deed.agents.includes(subject)) &&
  /^(drink|food-(sweet|prepared))/.test(entities[deed.patient ?? -1]?.kind ?? '')
    ? { ...deed, verb: 'eat' }
    : deed

// "Läuft vor einer Gans davon": it is the goose that chases.
function fled({ deeds, ties }: Told, entities: readonly Thing[]): Told {
  const isFrom = ({ kind, subject, other }: Tie) =>
    /^(in-front-of|from)$/.test(kind) &&
    acts(entities[other] as Thing) &&
    deeds.some(({ craft, agents }) => craft === 'flee' && agents.includes(subject))
  const tie = ties.find(isFrom)
  if (!tie) return { deeds, ties }
  const told = deeds.map((deed): Deed =>
    deed.craft === 'flee' ? { verb: 'chase', agents: [tie.other], patient: tie.subject } : deed,
  )
  return { deeds: told, ties: ties.filter((one) => one !== tie) }
}

/** Deeds and ties as the words of a language mean them, where one word of it says what others have two for. */
export function asMeant(told: Told, around: Around): { deeds: Deed[]; ties: Tie[] } {
  const { entities } = around
  const meant = { ...told, deeds: told.deeds.map((deed) => mounted(consumed(deed, around, told.ties), entities)) }
  const done = jumped(playedWith(played(rescued(stirred(meant, entities), entities), entities), around), entities)
  const { deeds, ties } = fled(ranAfter(done, entities), entities)
  return { deeds: [...deeds], ties: ties.map((tie) => ({ ...tie, kind: kindMeant(tie, { deeds, ties }, around) })) }
}
