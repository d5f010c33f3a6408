import type { Deed, Script, Subject } from '../brief.ts'
import { craftOf } from '../crafts.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import { FLOWN } from './grips.ts'
import type { Workshop } from './workshop.ts'

const OLD_SAILORS = /^(pirate|viking|mage|knight|prince|princess|king|queen|skeleton|ghost)/
const STEAMERS = /^(ship|passenger-ship|ferry)$/

/** Whoever flies an aeroplane is in it, other than one of paper; only birds and heroes fly by themselves. */
export function asPilot({ entities }: Script, deed: Deed): Deed {
  const { kind = '', art = '' } = entities[deed.patient ?? -1] ?? {}
  const doer = entities[deed.agents[0] ?? -1]
  const steers = deed.verb === 'fly' && kind === 'transport-air' && !FLOWN.test(art) && doer && hasPersonRig(doer)
  return steers ? { ...deed, verb: 'ride' } : deed
}

/** The deed with the vehicle that it takes, where none is told of: a boat for who rows. */
export function inVehicle(deed: Deed, shop: Workshop): Deed {
  const vehicle = craftOf(deed.craft)?.vehicle
  if (vehicle === undefined || deed.patient !== undefined) return deed
  const told = shop.entities.findIndex(({ kind }) => kind.startsWith('transport'))
  return { ...deed, patient: told < 0 ? shop.add(vehicle) : told }
}

/** Whether who is on it makes a ship one under sail: a pirate has no liner. */
export const isUnderSail = (who: Subject | undefined, ship: Subject | undefined): boolean =>
  OLD_SAILORS.test(who?.art ?? '') && STEAMERS.test(ship?.art ?? '')
