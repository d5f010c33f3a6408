/** What a thing may be made of, as far as it can be painted. The words are in `words/grammar/materials.txt`. */
export const MATERIALS = [
  'glass',
  'crystal',
  'ice',
  'wood',
  'gold',
  'silver',
  'bronze',
  'metal',
  'stone',
  'marble',
  'paper',
  'wool',
  'clay',
  'chocolate',
  'fire',
  'leaves',
  'sand',
] as const
export type Material = (typeof MATERIALS)[number]

/** What is printed on a thing. These three have their words in `words/grammar/finishes.txt`. */
export const PATTERNS = ['stripes', 'dots', 'checks', 'flowers'] as const
/** What lies over a thing or grows on it. */
export const COVERS = ['snow', 'moss', 'ivy', 'dust', 'glaze', 'rust', 'mud', 'frost'] as const
/** What has become of a thing: how it lies, and what is no longer whole of it. */
export const STATES = ['upside-down', 'on-its-side', 'broken', 'cracked', 'bitten', 'buried', 'point-down'] as const

export type Pattern = (typeof PATTERNS)[number]
export type Cover = (typeof COVERS)[number]
export type State = (typeof STATES)[number]

/** How the surface of a thing is told to be. `printed` is the colour of the pattern, `mound` that of what it is buried in. */
export type Finish = { pattern?: Pattern; printed?: string; cover?: Cover; state?: State; mound?: string }

/** How several of one kind lie or stand together, by the words of the same table. */
export const ARRANGEMENTS = ['stack', 'heap', 'row', 'circle'] as const
export type Arrangement = (typeof ARRANGEMENTS)[number]
