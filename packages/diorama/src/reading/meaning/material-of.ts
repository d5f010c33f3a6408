import { MATERIALS, type Material } from '../../brief.ts'
import { adjectiveFollows, type Sense } from '../senses.ts'
import type { NamedThing } from './named-thing.ts'

// What is drawn as made of it already: painted over, a wooden house would lose its windows.
const ALREADY: Readonly<Partial<Record<Material, { art?: RegExp; kind?: RegExp }>>> = {
  wood: {
    art: /^(wagon|ladder|sled|fence|axe|barrel|crate|wood|branch|rocking-horse|pencil|nesting-dolls|.*-tree)$/,
    kind: /^(place-building|household|musical|transport-water|plant)/,
  },
  stone: {
    art: /^(statue|bridge|fountain|well|rock|brick|stone-.*|moai|headstone|pyramid)$/,
    kind: /^(place-building|place-religious)/,
  },
  metal: { kind: /^(transport|tool|computer|phone|lock|office|dishware)/ },
  glass: { art: /glass|bottle|bulb|window|fishbowl|jar|^(test-tube|alembic|crystal-ball|snow-globe)$/ },
  paper: { art: /^(paper-.*|newspaper|scroll|envelope|.*book.*|memo)$/, kind: /^(book-paper|mail)/ },
  gold: { art: /^(crown|coin|trophy|ring|.*medal|star|key|old-key)$/ },
  silver: { kind: /^dishware/, art: /^(ring|spoon)$/ },
  bronze: { art: /^bell$/ },
  ice: { art: /^(igloo|ice|snowflake|snowman.*)$/ },
  wool: { art: /^(yarn|teddy-bear|ewe|ram)$/, kind: /^clothing/ },
  marble: { art: /^(kitchen-island|table)$/ },
  clay: { art: /^(amphora|vase|brick|potted-plant)$/ },
  fire: { art: /^(fire|campfire|phoenix|candle|sun)$/ },
  leaves: { kind: /^plant/ },
  chocolate: { art: /^(chocolate-bar|cookie)$/ },
}

function isAlready(material: Material, { art, kind }: NamedThing): boolean {
  const already = ALREADY[material]
  return already?.art?.test(art) === true || already?.kind?.test(kind) === true
}

const isNoun = ({ kind }: Sense) => /^(art|place|vessel|support|rel|post|sky)$/.test(kind)
const asMaterial = (value: string | undefined) => MATERIALS.find((material) => material === value)

// The nearest word for a material on one side of a thing, not beyond the next noun.
function beside(senses: readonly Sense[], { sense }: NamedThing, side: 'before' | 'after'): Sense | undefined {
  const at = senses.indexOf(sense)
  const row = side === 'before' ? senses.slice(0, at).toReversed() : senses.slice(at + 1)
  const found = row.find((other) => other.kind === 'material' || other.clause !== sense.clause || isNoun(other))
  if (found?.kind !== 'material' || found.clause !== sense.clause) return undefined
  const gap = side === 'before' ? sense.at - found.end : found.at - sense.end
  return gap <= 3 ? found : undefined
}

const isStatue = ({ kind, value }: Sense) => kind === 'art' && value === 'statue'

/** The word that makes a statue of a thing: "a statue of an owl", フクロウの像. The owl is what is seen. */
export function statueOf(senses: readonly Sense[], { sense, art }: { sense: Sense; art: string }): Sense | undefined {
  if (art === 'statue') return undefined
  const spoken = senses.filter(({ kind }) => !/^(stop|colour|size|count|material)$/.test(kind))
  const at = spoken.indexOf(sense)
  const near = (one: Sense | undefined, gap: number) =>
    one && isStatue(one) && one.clause === sense.clause && gap <= 3 ? one : undefined
  const [before, after] = [spoken[at - 1], spoken[at + 1]]
  return near(before, sense.at - (before?.end ?? 0)) ?? near(after, ((after?.at ?? 0) - sense.end) * 2)
}

// "A swan made of glass" in every language; an adjective after its noun only where it stands there.
function saidOf(senses: readonly Sense[], thing: NamedThing, language: string): string | undefined {
  const before = beside(senses, thing, 'before')
  const after = beside(senses, thing, 'after')
  const afterNoun = adjectiveFollows(language)
  const follows = after && (afterNoun || after.text.includes(' ')) ? after.value : undefined
  const leads = before?.text.startsWith('made ') ? undefined : before?.value
  return afterNoun ? (follows ?? leads) : (leads ?? follows)
}

function saidOfStatue(senses: readonly Sense[], thing: NamedThing): string | undefined {
  const statue = statueOf(senses, thing)
  return statue && (beside(senses, { ...thing, sense: statue }, 'before')?.value ?? colourOfStatue(senses, statue))
}

// A robot dog is a dog of metal.
function ofMachine(senses: readonly Sense[], { sense, kind }: NamedThing): Material | undefined {
  const robot = senses.some((one) => one.kind === 'art' && one.value === 'robot' && one.end === sense.at)
  return robot && kind.startsWith('animal') ? 'metal' : undefined
}

// A blue ceramic jug is blue all over.
const isGlazed = ({ kind, art }: NamedThing) => /^(dishware|drink)/.test(kind) || /^(vase|amphora)$/.test(art)

/** What a thing is said to be made of, as far as that is not how it is drawn anyway. */
export function materialOf(
  senses: readonly Sense[],
  thing: NamedThing,
  language: string,
  colour?: Sense,
): Material | undefined {
  const material = asMaterial(
    saidOf(senses, thing, language) ?? saidOfStatue(senses, thing) ?? ofMachine(senses, thing),
  )
  const hidden = material === 'marble' && colour !== undefined && isGlazed(thing)
  return material && (hidden || isAlready(material, thing)) ? undefined : material
}

// A golden statue is of gold, any other of stone.
function colourOfStatue(senses: readonly Sense[], statue: Sense): Material {
  const golden = senses.some(
    ({ kind, value, at, end }) =>
      kind === 'colour' && value === '#d9a426' && (statue.at - end <= 1 || at - statue.end <= 1),
  )
  if (/marble|mármol|marbre|marmor|marmo|大理石/.test(statue.text)) return 'marble'
  return golden ? 'gold' : 'stone'
}
