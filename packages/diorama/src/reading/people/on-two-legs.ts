import type { Deed, Script, Subject } from '../../brief.ts'
import { craftOf } from '../../crafts.ts'
import { uprightFace } from '../../scene/rig/upright.ts'

// What takes hands, or feet that stand: no animal does it on all fours.
const BY_HAND = /^(work|paint|water|dig|juggle|throw|clap|cheer|skate|roller-skate|ski|surf|dance|wave)$/
// What one tells or shows with a raised hand; what else needs no tool, animals do as they are.
const WITH_GESTURES = /^(teach|tell|direct|point|propose|ballroom-dance|high-five|shake|salute|shop)$/

function takesHands(craft: string | undefined): boolean {
  const known = craftOf(craft)
  if (!known || craft === undefined) return false
  return WITH_GESTURES.test(craft) || known.does === undefined || known.tool !== undefined || known.gear !== undefined
}
const RIDDEN_UPRIGHT = /^(bicycle|motorcycle|motor-scooter|kick-scooter|skateboard|tricycle|automobile|tractor)/

function isHuman({ verb, patient = -1, craft }: Deed, entities: readonly Subject[]): boolean {
  const thing = entities[patient]
  if (verb === 'ride') return RIDDEN_UPRIGHT.test(thing?.art ?? '')
  if (verb === 'play') return thing?.kind === 'musical-instrument'
  // A raccoon washes its apple with its paws.
  if (craft === 'wash' && (thing === undefined || thing.kind.startsWith('food'))) return false
  // A dog digs with its paws, unless a spade is told of.
  if (verb === 'dig') return entities.some(({ art }) => art === 'shovel')
  return takesHands(craft) || BY_HAND.test(verb)
}

/** The script in which animals that do what takes hands go upright: a bear that paints, a fox on a bicycle. */
export function onTwoLegs(script: Script): Script {
  const { entities, deeds } = script
  const upright = entities.map((one, at): Subject => {
    const looks = { ...one.looks, upright: true as const }
    const does = deeds.some((deed) => deed.agents.includes(at) && isHuman(deed, entities))
    return does && uprightFace({ art: one.art, looks }) ? { ...one, looks } : one
  })
  return { ...script, entities: upright }
}
