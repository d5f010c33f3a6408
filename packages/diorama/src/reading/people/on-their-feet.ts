import { lives } from '../said-of-another.ts'
import type { Sense } from '../senses.ts'

// What one has on the feet, and what one does with it there.
const GEAR: Readonly<Record<string, string>> = {
  'roller-skates': 'roller-skate',
  'roller-skate': 'roller-skate',
  'ice-skate': 'skate',
  'ski-pair': 'ski',
}

const WITH = /^(with|mit|avec|con|com|со?|met|z|med)$/
// "En patins", "à skis", "de patins": small words that say elsewhere of what or to where.
const ON_FOOT_BY: Readonly<Record<string, RegExp>> = { fr: /^(en|a)$/, pt: /^(de|em)$/, es: /^en$/, it: /^(in|con)$/ }
const SAID_OF_THEM = /^(colour|count|size|material|tint)$/

// A word that puts it on somebody; whoever carries it, or stands beside it, has ordinary shoes on.
const putsOn = ({ kind, value, text }: Sense, language: string) =>
  kind === 'wear' ||
  (/^(rel|post)$/.test(kind) && /^(on|in)$/.test(value)) ||
  (kind === 'verb' && /^(ride|walk|run|slide)$/.test(value)) ||
  WITH.test(text) ||
  ON_FOOT_BY[language]?.test(text) === true

const isPassedOver = (sense: Sense, language: string) =>
  SAID_OF_THEM.test(sense.kind) || (sense.kind === 'stop' && !putsOn(sense, language))

// What governs the gear: before it, or in languages that say it last, right after it.
function governorOf(gear: Sense, senses: readonly Sense[], language: string): Sense | undefined {
  const before = senses.findLast((one) => one.end <= gear.at && !isPassedOver(one, language))
  if (before && before.clause === gear.clause && putsOn(before, language)) return before
  const after = senses.find(({ at: from, kind }) => from >= gear.end && kind !== 'stop')
  return after?.kind === 'post' && after.at === gear.end && putsOn(after, language) ? after : undefined
}

/** "On roller skates", "wearing skis": a deed of whoever has them on their feet, and no thing to stand on. */
export function onTheirFeet(senses: readonly Sense[], language: string): Sense[] {
  const told = senses.flatMap((gear): [Sense, Sense][] => {
    const verb = gear.kind === 'art' && Object.hasOwn(GEAR, gear.value) ? GEAR[gear.value] : undefined
    const somebody = verb !== undefined && senses.some((one) => one.clause === gear.clause && lives(one))
    const governor = somebody ? governorOf(gear, senses, language) : undefined
    if (verb === undefined || !governor) return []
    return [
      [governor, { ...governor, kind: 'verb', value: verb }],
      [gear, { ...gear, kind: 'look', value: 'on-feet' }],
    ]
  })
  const instead = new Map(told)
  return senses.map((sense) => instead.get(sense) ?? sense)
}
