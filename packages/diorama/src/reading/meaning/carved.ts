import type { Material, Script, Subject } from '../../brief.ts'
import { isAlive } from '../../staging/real-sizes.ts'

const CARVES = /^(carve|sculpt)$/
const STUFF: readonly [RegExp, Material][] = [
  [/\b(ice|iceberg)\b/, 'ice'],
  [/\b(wood|wooden|log|trunk|stump|oak)\b/, 'wood'],
]

/** Who is carved is no beast that runs about but a figure of marble, wood or ice. */
export function asCarved(script: Script, prompt: string): Script {
  const carved = new Set(script.deeds.filter(({ craft = '' }) => CARVES.test(craft)).map(({ patient }) => patient))
  if (carved.size === 0) return script
  const material = STUFF.find(([word]) => word.test(prompt.toLowerCase()))?.[1] ?? 'marble'
  const entities = script.entities.map((one, at): Subject =>
    carved.has(at) && isAlive(one) ? { ...one, material: one.material ?? material } : one,
  )
  return { ...script, entities }
}
