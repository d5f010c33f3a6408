import type { Deed, Subject } from '../brief.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import type { Workshop } from './workshop.ts'

// What each is known to eat out of a hand.
const FODDER: readonly [who: RegExp, food: string][] = [
  [/^(horse|donkey|rabbit|pony|unicorn|zebra|deer|reindeer|guinea-pig|mule|moose)/, 'carrot'],
  [/^(elephant|monkey|gorilla|orangutan|chimpanzee|lemur)/, 'banana'],
  [/^giraffe/, 'leaf'],
  [/^(goat|ram|ewe|lamb|llama|alpaca|camel|two-hump-camel|turtle|tortoise|iguana|sauropod)/, 'leafy-green'],
  [/^(cow|ox|water-buffalo|calf|bison)/, 'sheaf-of-rice'],
  [/^(cat|kitten|penguin|seal|dolphin|otter|bear|polar-bear|pelican|black-cat)/, 'fish'],
  [/^(dog|puppy|wolf|fox|poodle|husky|corgi|guide-dog|service-dog)/, 'bone'],
  [/^(lion|tiger|leopard|crocodile|dragon|t-rex|eagle|falcon|hyena|cheetah)/, 'cut-of-meat'],
  [/^(chipmunk|squirrel)/, 'chestnut'],
  [/^panda/, 'bamboo-stalk'],
  [/^(pig(?!eon)|boar|hedgehog|hippopotamus|koala|sloth)/, 'red-apple'],
  [/^baby/, 'baby-bottle'],
]

function foodOf({ art, kind }: Subject): string | undefined {
  const [, food] = FODDER.find(([who]) => who.test(art)) ?? []
  return food ?? (kind === 'animal-bird' ? 'bread' : undefined)
}

/** Who feeds a beast has something for it in the hand, be it named or not. */
export function withFodder(deed: Deed, workshop: Workshop): Deed {
  const { entities, ties, deeds } = workshop
  const [agent = -1] = deed.agents
  const [doer, whom] = [entities[agent], entities[deed.recipient ?? -1]]
  if (deed.verb !== 'feed' || deed.craft || deed.patient !== undefined || !doer || !whom) return deed
  const full =
    ties.some(({ kind, subject }) => kind === 'with' && subject === agent) ||
    deeds.some(({ verb, agents, patient }) => verb === 'hold' && patient !== undefined && agents.includes(agent))
  const food = hasPersonRig(doer) && !full ? foodOf(whom) : undefined
  if (!food) return deed
  const patient = workshop.add(food)
  // A piece of bread, not the loaf.
  if (food === 'bread') entities[patient] = { ...(entities[patient] as Subject), scale: 'tiny' }
  return { ...deed, patient }
}
