import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'

/** What a thing does at a moment: pixels, radians and factors about its pivot. */
export type Motion = {
  x?: number
  y?: number
  turn?: number
  stretchX?: number
  stretchY?: number
  opacity?: number
  /** It goes up and down with the ground it is on, and its shadow with it. */
  grounded?: boolean
}

/** What a layer is, which decides how a style treats it; an overlay is the style's own and is left alone. */
export type Role = 'sky' | 'land' | 'subject' | 'glow' | 'overlay'

/** A painted sheet of the scene, before baking. Coordinates are those of the picture. */
export type Sheet = {
  kind: 'sheet'
  role: Role
  /** 0 is infinitely far and does not move with the camera, 1 is where the subjects are, more is nearer. */
  depth: number
  left?: number
  right?: number
  top?: number
  bottom?: number
  /** From here down the sheet lets nothing through, over its whole width. */
  solidFrom?: number
  /** Softness of the shadow cast on what lies behind, in units; none when missing. */
  shadow?: number
  opacity?: number
  blend?: GlobalCompositeOperation
  /** The sheet is drawn in swaying strips, as water. */
  ripple?: number
  pivot?: { x: number; y: number }
  motion?: (second: number) => Motion
  /** It shows what lies behind it, and is given that when it is drawn; others are given nothing. */
  mirrors?: boolean
  draw: (context: SKRSContext2D, behind: readonly Item[]) => void
  /** The same sheet in several states of a movement, shown one after the other; `draw` is the one that stands for all. */
  cels?: Cels<(context: SKRSContext2D) => void>
}

/** Drawings of one movement, and which of them is shown at a second. */
export type Cels<T> = { at: (second: number) => number; drawings: readonly T[] }

/** Something drawn anew in every frame: cheap things only. */
export type Live = { kind: 'live'; depth: number; draw: (context: SKRSContext2D, second: number) => void }

/** A sheet after baking. */
export type Baked = Omit<Sheet, 'kind' | 'cels' | 'draw'> & {
  kind: 'baked'
  image: Canvas
  x: number
  y: number
  cels?: Cels<Canvas>
}

/** What a frame is made of, from back to front. */
export type Item = Baked | Live
export type Part = Sheet | Live

type GlobalCompositeOperation = SKRSContext2D['globalCompositeOperation']
