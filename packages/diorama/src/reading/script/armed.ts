import type { Deed, Script, Subject } from '../../brief.ts'
import { hasPersonRig } from '../../scene/rig/has-joints.ts'

// What is carried in a hand by whoever it is named with: "elf ranger, longbow, misty forest".
const CARRIED =
  /^(sword|katana|dagger|kitchen-knife|longbow|bow-and-arrow|axe|battle-axe|spear|trident|wizard-staff|magic-wand|war-hammer|hammer|ray-gun|water-pistol|lantern|torch|crystal-ball|scepter|shield|scythe|broom|umbrella|flashlight|magnifying-glass-tilted-left|microphone|bouquet|briefcase|cane|fishing-pole|pick|wrench|tobacco-pipe|mace|halberd|crossbow|whip|white-cane)$/

const isFree = ({ deeds, ties }: Script, at: number) =>
  !deeds.some(({ patient, recipient }) => patient === at || recipient === at) &&
  !ties.some(({ subject, other }) => subject === at || other === at)

// Whose hands are full holds no more.
const isEmptyHanded = ({ deeds }: Script, at: number) =>
  !deeds.some(({ agents, patient }) => agents.includes(at) && patient !== undefined)

/** Somebody alone has in the hand what is only listed beside them. */
export function armed(script: Script): Script {
  const people = script.entities.flatMap((one, at) => (hasPersonRig(one) ? [at] : []))
  const [bearer = -1] = people
  if (people.length !== 1 || script.entities[bearer]?.count !== 1 || !isEmptyHanded(script, bearer)) return script
  const arm = script.entities.findIndex(
    (one: Subject, at) => at > bearer && one.count === 1 && CARRIED.test(one.art) && isFree(script, at),
  )
  if (arm < 0) return script
  const hold: Deed = { verb: 'hold', agents: [bearer], patient: arm }
  return { ...script, deeds: [...script.deeds, hold] }
}
