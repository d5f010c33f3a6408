import type { Deed, Subject } from '../brief.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import type { Workshop } from './workshop.ts'

// What fighters are known by; whoever is none of these fights with bare hands.
const BY_DRAWING: readonly [who: RegExp, weapon: string][] = [
  [/samurai|ninja/, 'katana'],
  [/^(knight|pirate|prince)/, 'sword'],
]
const BY_HAT: Readonly<Record<string, string>> = {
  'viking-helmet': 'axe',
  'roman-helmet': 'sword',
  'knight-helmet': 'sword',
  'pirate-hat': 'sword',
  'tricorn-hat': 'sword',
}

function weaponOf({ art, looks }: Subject): string | undefined {
  const [, weapon] = BY_DRAWING.find(([who]) => who.test(art)) ?? []
  return weapon ?? BY_HAT[looks?.hat?.art ?? '']
}

function isEmptyHanded({ deeds, ties }: Workshop, at: number): boolean {
  const holds = deeds.some(
    ({ verb, agents, patient }) => verb === 'hold' && patient !== undefined && agents.includes(at),
  )
  return !holds && !ties.some(({ kind, subject }) => kind === 'with' && subject === at)
}

// In the ring both wear the same, in two colours.
function dressRival({ agents: [agent = -1], patient = -1 }: Deed, { entities }: Workshop): void {
  const [boxer, rival] = [entities[agent], entities[patient]]
  if (!boxer?.looks?.bareChest || !boxer.looks.gloves || !rival || !hasPersonRig(rival) || rival.looks) return
  entities[patient] = { ...rival, looks: { ...boxer.looks, gloves: '#2f5fae', shorts: '#2f5fae' } }
}

/** What those who fight have in their hands, as long as nothing else is told. */
export function weaponsOf(deed: Deed, shop: Workshop): Deed[] {
  if (deed.verb !== 'fight' || deed.craft) return []
  dressRival(deed, shop)
  const fighters = [...deed.agents, ...(deed.patient === undefined ? [] : [deed.patient])]
  return fighters.flatMap((at): Deed[] => {
    const fighter = shop.entities[at]
    const weapon = fighter && hasPersonRig(fighter) && isEmptyHanded(shop, at) ? weaponOf(fighter) : undefined
    return weapon ? [{ verb: 'hold', agents: [at], patient: shop.addFor(at, weapon) }] : []
  })
}
