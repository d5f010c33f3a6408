/** What is drawn as a designed sheet, not as a scene: a mark, an app icon, a tiled pattern, things laid out from above … */
export const DESIGN_KINDS = ['mark', 'icon', 'pattern', 'flat-lay', 'isometric', 'aerial'] as const
export type DesignKind = (typeof DESIGN_KINDS)[number]

/** The outline that a mark is set in; `none`: it stands free. */
export type MarkShape = 'circle' | 'shield' | 'square' | 'hexagon' | 'none'

export type Design = { kind: DesignKind; shape?: MarkShape }

/** The backdrop of a studio: its colour where one is named, and what the subject is shown on or as. */
export type Studio = { colour?: string; podium: boolean; sticker: boolean }

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
