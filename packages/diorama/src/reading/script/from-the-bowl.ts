import type { Script, Subject } from '../../brief.ts'
import { replace } from '../../staging/named-entity.ts'
import { without } from './left-out.ts'

const VESSEL = /^(bowl-with-spoon|pet-bowl|teacup-without-handle|plate)$/
const LIQUID = /^(glass-of-milk|tumbler-glass|water-glass|cup-with-straw|droplet|sweat-droplets)$/

/** The script in which an animal drinks its milk from the bowl that is named: a glass beside it would be one too many. */
export function fromTheBowl(script: Script): Script {
  const deed = script.deeds.find(
    ({ craft, agents: [agent = -1] }) => craft === 'drink' && script.entities[agent]?.kind.startsWith('animal'),
  )
  if (!deed) return script
  const entities = [...script.entities]
  const liquid = entities.findIndex(({ art }, at) => at === deed.patient && LIQUID.test(art))
  const bowl = entities.findIndex(({ art }) => VESSEL.test(art))
  const kept = bowl < 0 ? liquid : bowl
  if (kept < 0) return script
  replace(entities, kept, 'pet-bowl')
  const gone = bowl >= 0 && liquid >= 0 ? entities[liquid] : undefined
  const deeds = script.deeds.map((one) => (one === deed ? { ...deed, patient: kept } : one))
  // The bowl is no place that somebody is at.
  const ties = script.ties.filter(({ other }) => other !== kept)
  return without({ entities, deeds, ties }, (one: Subject) => one === gone)
}
