import type { Script, Subject } from '../../brief.ts'
import { isRaised } from '../../staging/raised-ground.ts'
import type { Marked } from '../find-marks.ts'
import { headComesLast, type Sense } from '../senses.ts'

// "In a hill" is on it where one word says both.
const IN_IS_ON = /^(es|pt|it)$/
const EDGE =
  /^(edge|brink|rim|borde|bord|rand|rande|kante|beira|borda|orlo|bordo|kant|rand|krawedzi|skraju|краю|край|kanten|tepi|边缘|端|縁|끝)$/
// A word that means the top itself says that somebody is there.
const TOP =
  /^(mountain ?top|hill ?top|cliff ?top|summit|cliff edge|gipfel|berggipfel|sommet|cime|cumbre|cima|vetta|cume|вершин\S*|szczy\S+|山顶|山頂|산꼭대기)$/

// Steps are also made, and marches are also walked: the word alone says nothing.
const isGround = ({ kind, value }: Sense) => kind === 'support' && (isRaised(value) || value === 'stone-steps')
const SKIPPED = /^(stop|colour|size|count|material|weather|season|particles|mood|time|look|cue)$/

function isAtEdge({ value, at }: Sense, { tokens }: Marked): boolean {
  const before = tokens.slice(Math.max(0, at - 4), at)
  return value === 'cliff' && before.some(({ text }) => EDGE.test(text))
}

// "Blickt auf den Berg", "смотрит на гору": that is seen from elsewhere.
const LOOKS =
  /^(look|gaz|star|watch|view|schau|blick|sieh|mira|observ|regard|contempl|guard|olha|смотр|гляд|patrz|kijk|tittar|blickar)/

function isLookedAt(sense: Sense, senses: readonly Sense[], { tokens }: Marked): boolean {
  const from = tokens.findLastIndex(({ text }, at) => at < sense.at && LOOKS.test(text))
  if (from < 0 || sense.at - from > 7 || tokens[from]?.clause !== sense.clause) return false
  return !senses.some(({ kind, at, strength }) => kind === 'art' && strength > 1 && at > from && at < sense.at)
}

function isStoodOn(sense: Sense, senses: readonly Sense[], { language }: Marked): boolean {
  const near = (other: Sense) => other.clause === sense.clause && !SKIPPED.test(other.kind)
  if (headComesLast(language) || language === 'zh') {
    const after = senses.find((other) => other.at >= sense.end && near(other))
    return after?.kind === 'post' && after.value === 'on' && after.at === sense.end
  }
  const before = senses.findLast((other) => other.end <= sense.at && near(other))
  if (before?.kind !== 'rel' || sense.at - before.end > 4) return false
  return before.value === 'on' || (before.value === 'in' && IN_IS_ON.test(language) && !sense.plural)
}

// "Runs up a hill", "walks down the hill": who does so is on it.
const ALONG_IT = /^(up|down|uphill|downhill)$/
const CLIMBS = /^(climbs?|climbing|ascends?|ascending|descends?|descending)$/
const STEPS =
  /^(run|walk|hik|jog|march|trudg|stroll|rac(es|ing)|dash|gallop|stride|striding|trot|wander|hurr|charg|skip)/

function isClimbed({ at, clause, value }: Sense, { tokens }: Marked): boolean {
  if (value !== 'hill') return false
  const stepsAlong = (from: number) =>
    ALONG_IT.test(tokens[from]?.text ?? '') &&
    tokens.slice(Math.max(0, from - 2), from).some(({ text }) => STEPS.test(text))
  return [at - 1, at - 2, at - 3].some(
    (from) => tokens[from]?.clause === clause && (CLIMBS.test(tokens[from]?.text ?? '') || stepsAlong(from)),
  )
}

/** Hills, cliffs and mountains are where somebody stands only where that is said; else they are the land about. */
export function withoutFarGround(senses: readonly Sense[], marked: Marked): Sense[] {
  const isThere = (sense: Sense) =>
    TOP.test(sense.text) || isAtEdge(sense, marked) || isStoodOn(sense, senses, marked) || isClimbed(sense, marked)
  return senses.filter((sense) => !isGround(sense) || (!isLookedAt(sense, senses, marked) && isThere(sense)))
}

const GOES = /^(walk|run|climb|ride|jump)$/

/** Whoever goes up or down a hill is on it, though no word says so. */
function onClimbed(script: Script): Script {
  const { entities, deeds, ties } = script
  const hill = entities.findIndex(({ art }) => art === 'hill')
  if (hill < 0 || ties.some(({ other }) => other === hill)) return script
  const [agent] = deeds.find(({ verb, agents }) => GOES.test(verb) && agents.length > 0)?.agents ?? []
  if (agent === undefined || agent === hill) return script
  return { ...script, ties: [...ties, { kind: 'on', subject: agent, other: hill }] }
}

/** The script without ground that nobody turned out to be on: a village on a hill is no figure, and nor is its hill. */
export function withoutUnusedGround(written: Script): Script {
  const script = onClimbed(written)
  const { entities, deeds, ties } = script
  // A castle that is seen far away is not on a hill among the others.
  const used = (at: number) =>
    ties.some(
      ({ other, subject }) => other === at && !isRaised(entities[subject]?.art ?? '') && !entities[subject]?.far,
    )
  const kept = entities.flatMap(({ art }, at) => (isRaised(art) && !used(at) ? [] : [at]))
  if (kept.length === entities.length) return script
  const at = (old: number) => kept.indexOf(old)
  const known = (old: number | undefined) => old === undefined || kept.includes(old)
  return {
    entities: kept.map((old) => entities[old] as Subject),
    deeds: deeds.map(({ patient, recipient, agents, ...deed }) => ({
      ...deed,
      agents: agents.filter(known).map(at),
      ...(patient !== undefined && known(patient) && { patient: at(patient) }),
      ...(recipient !== undefined && known(recipient) && { recipient: at(recipient) }),
    })),
    ties: ties
      .filter(({ subject, other }) => known(subject) && known(other))
      .map((tie) => ({ ...tie, subject: at(tie.subject), other: at(tie.other) })),
  }
}
