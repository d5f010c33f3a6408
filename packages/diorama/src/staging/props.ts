import { drawingOf } from '../art.ts'
import type { Deed, Script, Subject } from '../brief.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'

function entityNamed(art: string): Subject[] {
  const drawing = drawingOf(art)
  return drawing ? [{ art, label: drawing.label, kind: drawing.kind, count: 1, scale: 'normal' }] : []
}

// A goldfish lives behind glass.
function behindGlass(entities: Subject[], { ties }: Script): void {
  for (const { kind, subject, other } of ties) {
    const swims = kind === 'in' && entities[subject]?.kind.startsWith('animal-marine')
    const [glass] = swims && entities[other]?.art === 'bowl-with-spoon' ? entityNamed('fishbowl') : []
    if (glass) entities[other] = glass
  }
}

// Nobody holds a hot air balloon; who holds flowers holds a bunch of them.
function forHands(thing: Subject): Subject[] {
  if (thing.art === 'hot-air-balloon') return entityNamed('balloon')
  return thing.count > 1 && thing.kind === 'plant-flower' ? entityNamed('bouquet') : []
}

function handy(entities: Subject[], { deeds }: Script): void {
  for (const { verb, patient = -1 } of deeds) {
    const thing = /^(hold|give|fly)$/.test(verb) ? entities[patient] : undefined
    const [instead] = thing ? forHands(thing) : []
    if (thing && instead) entities[patient] = { ...thing, art: instead.art, kind: instead.kind, count: 1 }
  }
}

const TOOLS: Partial<Record<Deed['verb'], string>> = { read: 'open-book', fish: 'fishing-pole' }

/** The script with what goes without saying: a book for who reads, a table under what is cooked, glass around a goldfish. */
export function withProps(script: Script): Script {
  const entities = [...script.entities]
  const ties = [...script.ties]
  behindGlass(entities, script)
  handy(entities, script)
  const add = (art: string): number => entities.push(...entityNamed(art)) - 1
  const deeds = script.deeds.map((deed): Deed => {
    const [agent = -1] = deed.agents
    const doer = entities[agent]
    if (!doer || !hasPersonRig(doer)) return deed
    const tool = TOOLS[deed.verb]
    if (deed.patient === undefined) return tool ? { ...deed, patient: add(tool) } : deed
    const cooked = deed.verb === 'work' && /^(food|drink|dish)/.test(entities[deed.patient]?.kind ?? '')
    if (!cooked) return deed
    const table = add('table')
    ties.push({ kind: 'on', subject: deed.patient, other: table })
    return { ...deed, patient: table }
  })
  return { entities, deeds, ties }
}
