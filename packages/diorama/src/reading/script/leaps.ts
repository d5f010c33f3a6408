import type { Script } from '../../brief.ts'
import type { Token } from '../tokens.ts'

const TO_ANOTHER =
  / (to|onto) (another|the other|the next)\b| (zum|zur) (nächsten|anderen)\b| a (otro|otra)\b| à (l autre|un autre|une autre)\b/

/** "From one lily pad to another": there are two of them, and whoever jumps is over them. */
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
