import type { Script } from '../../brief.ts'
import type { Token } from '../tokens.ts'

// "From one lily pad to another", "von einem Baum zum nächsten".
const TO_ANOTHER =
  / (to|into|onto) (another|the other|the next)\b| (a|en) (otro|otra)\b| (para|a) (outro|outra)\b| (à|sur|dans) (l autre|un autre|une autre|l un)\b| (zum|zur|auf|in) (nächsten|anderen|ein anderes|einen anderen)\b| all (altro|altra)\b/

/** The script in which whoever jumps from one thing to another has two of them, and is over them. */
export function betweenTwo(script: Script, tokens: readonly Token[]): Script {
  if (!TO_ANOTHER.test(` ${tokens.map(({ text }) => text).join(' ')} `)) return script
  const jumpers = script.deeds.filter(({ verb }) => verb === 'jump').flatMap(({ agents }) => agents)
  const tie = script.ties.find(
    ({ kind, subject }) => jumpers.includes(subject) && /^(on|in|from|at|beside)$/.test(kind),
  )
  if (!tie) return script
  const entities = script.entities.map((one, at) => (at === tie.other ? { ...one, count: 2 } : one))
  const ties = script.ties.map((one) => (one === tie ? { ...one, kind: 'over' as const } : one))
  return { ...script, entities, ties }
}
