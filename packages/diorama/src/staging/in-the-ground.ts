import type { Deed, Script, Subject } from '../brief.ts'
import { replace } from './named-entity.ts'

const ONLY_BLOSSOMS = /^(blossom|hibiscus|white-flower|cherry-blossom)$/
const INDOORS = /^(table|shelf|windowsill|sofa|couch-and-lamp|bed|chair|armchair)$/

const isCrop = ({ art, kind }: Subject) => kind.startsWith('food') || /^(sheaf-of-rice|seedling)$/.test(art)

// Rice that is planted is no bowl, and a tree that is planted is a young one.
function planted(entities: Subject[], at: number, thing: Subject): void {
  if (isCrop(thing)) {
    entities[at] = { ...thing, count: Math.max(3, thing.count) }
    replace(entities, at, 'seedling')
  } else if (thing.art.endsWith('tree') && thing.scale === 'normal') entities[at] = { ...thing, scale: 'tiny' }
}

const grows = ({ verb, craft }: Deed) => verb === 'water' || craft === 'plant'

/** What is watered or planted grows out of the ground: of many flowers only the blossom is drawn. */
export function inTheGround(entities: Subject[], { deeds }: Script): void {
  const inside = entities.some(({ art }) => INDOORS.test(art))
  for (const { craft, patient = -1 } of deeds.filter(grows)) {
    const thing = entities[patient]
    if (!thing) continue
    if (ONLY_BLOSSOMS.test(thing.art)) replace(entities, patient, inside ? 'potted-plant' : 'tulip')
    else if (craft === 'plant') planted(entities, patient, thing)
  }
}
