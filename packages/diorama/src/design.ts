/** What is drawn as a designed sheet, not as a scene: a mark, an app icon, a tiled pattern, things laid out from above … */
export const DESIGN_KINDS = [
  'mark',
  'icon',
  'pattern',
  'tiling',
  'mandala',
  'collection',
  'panels',
  'flat-lay',
] as const
export type DesignKind = (typeof DESIGN_KINDS)[number]

/** The outline that a mark is set in; `none`: it stands free. */
export type MarkShape = 'circle' | 'shield' | 'square' | 'hexagon' | 'none'

/** How a plane is covered without a motif; the words are in `words/manner/designs.txt`. */
export const TILINGS = [
  'stars',
  'herringbone',
  'chevron',
  'checker',
  'plaid',
  'dots',
  'waves',
  'triangles',
  'stripes',
] as const
export type Tiling = (typeof TILINGS)[number]

/** `ground`: the colour of the paper of a mark. `ring`: the things of a collection lie in a circle. `lined`: black lines on white, to be coloured by hand. */
export type Design = {
  kind: DesignKind
  shape?: MarkShape
  tiling?: Tiling
  ring?: true
  /** Each piece of a collection is cut out with a white rim, as stickers are. */
  cut?: true
  /** A mark to be worn on the skin: black on white unless colours are named. */
  tattoo?: true
  /** The second motif of a mark is seen within the first, as light in it. */
  within?: true
  lined?: true
  ground?: string
}

/** What a product is shown on. */
export type Surface = 'wood' | 'marble' | 'slate' | 'stones' | 'water' | 'mirror' | 'sand' | 'cloth' | 'table'

/** The backdrop of a studio: its colour where one is named, and what the subject is shown on or as. */
export type Studio = {
  colour?: string
  podium: boolean
  sticker: boolean
  /** The whole picture is a printed sheet without a place in it. */
  sheet?: PaperSheet
  /** Drawings that are strewn about the sheet, small: hearts of a card, snowflakes. */
  decor?: string[]
  /** What the product stands on, in place of seamless paper. */
  surface?: Surface
  /** A moon or a sun behind the figures of a sheet. */
  disc?: 'moon' | 'sun'
  /** The side of a banner that is left empty for words. */
  room?: 'left' | 'right'
  /** Paint of this colour flies up behind the subject. */
  splash?: string
  /** The subject hangs in the air, over its shadow. */
  floating?: true
  /** The subjects are tubes of light on a wall of bricks. */
  neon?: true
}

/** What is printed: a poster has a ground of its own colours, a card is light paper, the print of a shirt stands free, a banner has its words beside the figures. */
export type PaperSheet = 'poster' | 'card' | 'print' | 'banner' | 'menu'

/** How near the camera is and where it stands. `portrait`: head and chest of somebody, before the place that is named. */
export type Shot = 'close-up' | 'macro' | 'wide' | 'low' | 'high' | 'portrait'

/** What a prompt says of the camera, apart from its moves. */
export type Framing = {
  shot?: Shot
  /** Only the subject is in focus. */
  soft?: boolean
  silhouette?: boolean
  /** The sun or the moon is huge, right behind whoever is shown. */
  disc?: boolean
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
/** `low`: the first of them is said to stand below the picture. */
/** `ink`: the colour that the letters are said to have. */
export type Lettering = { texts: string[]; carrier: Carrier; low?: true; ink?: string }
