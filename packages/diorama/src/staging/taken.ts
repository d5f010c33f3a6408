import type { Deed, Script } from '../brief.ts'
import type { EntityBond } from './entity-bond.ts'
import { gripOf } from './grips.ts'
import { isAlive, metresOf } from './real-sizes.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import type { Pair } from './special-ties.ts'
import { isSupport } from './supports.ts'

// On wheels or runners: these are pulled along, however small.
const DRAWN_ALONG = /^(sled|wagon|shopping-cart|luggage|stroller|toy-.*|skateboard|tricycle)$/

/** Who pulls something small out of something has it in the hands; a rope is for what is large or rolls. */
export function asTaken({ entities, ties }: Script, deed: Deed): Deed {
  const { verb, patient = -1, agents } = deed
  const [thing, doer] = [entities[patient], entities[agents[0] ?? -1]]
  if (verb !== 'pull' || !thing || !doer || thing.kind === 'animal-marine') return deed
  const leaves = ties.some(({ kind, subject }) => kind === 'from' && (subject === patient || agents.includes(subject)))
  const small = gripOf(thing) !== undefined && !DRAWN_ALONG.test(thing.art)
  const light = hasPersonRig(doer) || metresOf(thing) < 0.3
  return small && (leaves || (!isAlive(thing) && light)) ? { ...deed, verb: 'take' } : deed
}

const HANDLING = /^(take|pull|hold|handle|eat|give|read|look-at|work)$/

/** What something is taken out of or falls off: before who takes it, or still under what is about to fall. */
export function sourceBond({ tie, subject, other }: Pair, { deeds }: Script): EntityBond[] {
  const [taker] = deeds.find(({ verb, patient }) => patient === tie.subject && HANDLING.test(verb))?.agents ?? []
  if (taker !== undefined && taker !== tie.other) {
    const large = other.kind.startsWith('place') || metresOf(other) > 2.5
    return large
      ? [{ how: 'before', subject: taker, other: tie.other }]
      : [{ how: 'facing', subject: tie.other, other: taker }]
  }
  if (isAlive(subject)) {
    // Who takes something looks at where it was; who jumps off something has it behind the back.
    const takes = deeds.some(({ verb, agents, patient }) => {
      const thing = patient !== undefined && patient !== tie.other
      return thing && HANDLING.test(verb) && agents.includes(tie.subject)
    })
    // Who jumps off is still on it.
    const acts = deeds.some(({ agents, verb }) => agents.includes(tie.subject) && verb !== 'jump')
    if (!acts && isSupport(other.art)) return [{ how: 'on', subject: tie.subject, other: tie.other, spot: 'edge' }]
    return [{ how: takes ? 'facing' : 'beside', subject: tie.other, other: tie.subject }]
  }
  const carries = !/^(place|transport|plant|sky|animal|person)/.test(other.kind) && metresOf(subject) < metresOf(other)
  return carries ? [{ how: 'on', subject: tie.subject, other: tie.other, spot: 'edge' }] : []
}
