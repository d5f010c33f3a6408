/** What is drawn as a designed sheet, not as a scene: a mark, an app icon, a tiled pattern, things laid out from above … */
export const DESIGN_KINDS = [
  'mark',
  'icon',
  'pattern',
  'tiling',
  'mandala',
  'collection',
  'flat-lay',
  'isometric',
  'aerial',
] as const
export type DesignKind = (typeof DESIGN_KINDS)[number]

/** The outline that a mark is set in; `none`: it stands free. */
export type MarkShape = 'circle' | 'shield' | 'square' | 'hexagon' | 'none'

/** How a plane is covered without a motif; the words are in `words/manner/designs.txt`. */
export const TILINGS = [
  'star-hexagons',
  'stars',
  'azulejo',
  'herringbone',
  'chevron',
  'scales',
  'checker',
  'plaid',
  'terrazzo',
  'argyle',
  'dots',
  'damask',
  'waves',
  'hexagons',
  'triangles',
  'stripes',
] as const
export type Tiling = (typeof TILINGS)[number]

/** `ground`: the colour of the paper about a block. `ring`: the things of a collection lie in a circle. `lined`: black lines on white, to be coloured by hand. */
export type Design = {
  kind: DesignKind
  shape?: MarkShape
  tiling?: Tiling
  ring?: true
  lined?: true
  ground?: string
}

/** The backdrop of a studio: its colour where one is named, and what the subject is shown on or as. */
export type Studio = {
  colour?: string
  podium: boolean
  sticker: boolean
  /** The whole picture is a printed sheet without a place in it. */
  sheet?: PaperSheet
  /** Drawings that are strewn about the sheet, small: hearts of a card, snowflakes. */
  decor?: string[]
  /** Paint of this colour flies up behind the subject. */
  splash?: string
  /** The subject hangs in the air, over its shadow. */
  floating?: true
}

/** What is printed: a poster has a ground of its own colours, a card is light paper, the print of a shirt stands free. */
export type PaperSheet = 'poster' | 'card' | 'print'

/** How near the camera is and where it stands. `portrait`: head and chest of somebody, before the place that is named. */
export type Shot = 'close-up' | 'macro' | 'wide' | 'low' | 'high' | 'portrait'

/** What a prompt says of the camera, apart from its moves. */
export type Framing = {
  shot?: Shot
  /** Only the subject is in focus. */
  soft?: boolean
  silhouette?: boolean
  centred?: boolean
  behind?: boolean
}

/** What words are written on. `poster` stands for every sheet that is the whole picture. */
export const CARRIERS = [
  'poster',
  'book',
  'card',
  'sign',
  'held',
  'neon',
  'banner',
  'chalkboard',
  'billboard',
  'label',
  'bubble',
] as const
export type Carrier = (typeof CARRIERS)[number]

/** Words to be set in type, and where. */
export type Lettering = { texts: string[]; carrier: Carrier }
