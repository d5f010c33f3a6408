import type { Deed, Tie } from '../../brief.ts'
import type { Thing } from '../things.ts'
import { acts } from './entities.ts'
import { spotBetween, type Sentence } from './words.ts'

type Told = { deeds: readonly Deed[]; ties: readonly Tie[] }

const ON: Readonly<Record<string, RegExp>> = { ru: /^(на|за)$/, ar: /^(علي|على|فوق|في|ب)$/ }
const BODY = /^(head|shoulders|back|lap)$/
// "Рядом спит кот", قطة بجانبها: beside whoever was told of, with no noun to say whom.
const NEARBY: Readonly<Record<string, RegExp>> = {
  ru: /^(рядом|неподалёку|неподалеку|поблизости)$/,
  ar: /^(بجانبه|بجانبها|بجانبهم|جانبه|جانبها|جانبهم|بجواره|بجوارها|جواره|جوارها|قربه|قربها|بقربه|بقربها|حولها|حوله)$/,
}
const FAR = 6

const isNear = (one: Thing | undefined, at: number, clause: number): one is Thing =>
  one !== undefined && one.sense.clause === clause && Math.abs(one.sense.at - at) <= FAR

const lastBefore = (entities: readonly Thing[], at: number, isWanted: (one: Thing) => boolean) =>
  entities.findLastIndex((one) => one.sense.end <= at && isWanted(one))

// "На плече у пирата": the owner comes after the part; elsewhere it was named before.
function ownerOf({ entities, tokens }: Sentence, at: number): number {
  const named = tokens[at + 1]?.text === 'у' && !/^(него|нее|неё|них)$/.test(tokens[at + 2]?.text ?? '')
  if (named) return entities.findIndex(({ sense }) => sense.at > at && sense.at - at <= 3)
  const person = lastBefore(entities, at, ({ kind }) => kind.startsWith('person'))
  return person >= 0 ? person : lastBefore(entities, at, acts)
}

// "На плече у пирата": who is there is named after the owner.
const searchFrom = ({ tokens, entities }: Sentence, at: number, owner: number) =>
  tokens[at + 1]?.text === 'у' ? Math.max(at, entities[owner]?.sense.end ?? at) : at

// "Ёжик несёт на спине яблоко": what is carried is told after the part of the body.
const isLaden = ({ deeds }: Told, owner: number) =>
  deeds.some(({ verb, agents, patient }) => verb === 'hold' && patient === undefined && agents.includes(owner))

const isBorne = (thing: Thing, told: Told, owner: number) => owner >= 0 && (acts(thing) || isLaden(told, owner))

function onBodies(sentence: Sentence, told: Told): Tie[] {
  const { entities, tokens, language } = sentence
  return tokens.flatMap(({ clause }, at): Tie[] => {
    const spot = ON[language]?.test(tokens[at - 1]?.text ?? '') ? spotBetween(sentence, at, at + 1) : undefined
    if (!spot || !BODY.test(spot)) return []
    const other = ownerOf(sentence, at)
    const from = searchFrom(sentence, at, other)
    const subject = entities.findIndex(({ sense }) => sense.at >= from && sense.clause === clause && sense.at > at)
    const thing = entities[subject]
    const there = isNear(thing, from, clause) && isBorne(thing, told, other)
    return there && other !== subject ? [{ kind: 'on', subject, other, spot }] : []
  })
}

function atTheirSide({ entities, tokens, language }: Sentence): Tie[] {
  return tokens.flatMap(({ clause, text }, at): Tie[] => {
    if (!NEARBY[language]?.test(text) || /^(с|со|от|из)$/.test(tokens[at + 1]?.text ?? '')) return []
    const here = (one: Thing) => isNear(one, at, clause) && acts(one)
    // "Рядом на табуретке сидит кот": in Russian who is there comes next, in Arabic they came before.
    const next = language === 'ru' ? entities.findIndex((one) => here(one) && one.sense.at > at) : -1
    const subject = next >= 0 ? next : lastBefore(entities, at, here)
    const other = entities.findIndex(({ kind }) => kind.startsWith('person'))
    return subject < 0 || other < 0 || other >= subject ? [] : [{ kind: 'beside', subject, other }]
  })
}

// "На плече у пирата сидит попугай": what is told after the part of a body is done by who is on it; nobody kneels whose
// knees are a lap.
function doneThere(deeds: readonly Deed[], on: readonly Tie[], { entities, tokens }: Sentence): Deed[] {
  const fronted = on.find(({ other }) => tokens[(entities[other]?.sense.at ?? 0) - 1]?.text === 'у')
  return deeds
    .filter(({ verb }) => verb !== 'kneel' || !on.some(({ spot }) => spot === 'lap'))
    .filter(
      ({ verb, patient, agents }) =>
        verb !== 'hold' || patient !== undefined || !on.some(({ other }) => agents.includes(other)),
    )
    .map((deed) =>
      fronted && deed.verb === 'sit' && deed.agents[0] === fronted.other
        ? { ...deed, agents: [fronted.subject] }
        : deed,
    )
}

/** What is on somebody's shoulder or at their side, where Russian and Arabic say so without naming them once more. */
export function besideThem(told: Told, sentence: Sentence): Told {
  const on = onBodies(sentence, told)
  const placed = (subject: number) => told.ties.some((tie) => tie.subject === subject && tie.kind !== 'with')
  const side = atTheirSide(sentence).filter(({ subject }) => !placed(subject))
  const borne = new Set(on.map(({ subject }) => subject))
  const kept = told.ties.filter(({ subject, other }) => !borne.has(subject) && !borne.has(other))
  return { deeds: doneThere(told.deeds, on, sentence), ties: [...kept, ...on, ...side] }
}
