import type { Canvas } from '@napi-rs/canvas'
import type { Colour } from '../colour.ts'
import type { Role, Sheet } from '../layers.ts'
import type { Random } from '../random.ts'

/** One layer as a style gets to see it. */
export type LayerContext = {
  /** The seed of the style's accidents. */
  seed: number
  /** The measure of its strokes: about a hundredth of the picture. */
  unit: number
  role: Exclude<Role, 'overlay'>
  /** The scene is dark: lamps are lit. */
  dark: boolean
  /** The colour of the light. */
  key: Colour
  /** It casts a shadow on what lies behind it. */
  raised: boolean
  /** How far down something shows through it or beside it; below that it is solid. */
  openTo: number
}

/** The picture that a style's last layers lie on. A stage is one. */
export type Paper = { width: number; height: number; unit: number; random: Random; light: { shadow: Colour } }

/** All that makes a style. Styles know nothing of prompts and places: they get layers and give layers. */
export type StyleTraits = {
  /** How dark the soft shadow under a layer is, 0 to 1. Most styles know no paper, and so no shadows. */
  shadow: number
  /** The grain of paper shows on figures. */
  hasGrain: boolean
  /** Frames are drawn small and shown in large squares of few colours. */
  inSquares: boolean
  /** A prompt that says nothing of the time is drawn at night. */
  prefersNight: boolean
  /** Redraws a layer once, before it moves, so that strokes travel with it. */
  layer: (image: Canvas, context: LayerContext) => Canvas
  /** Redraws a given picture, keeping its composition and colours. */
  picture: (image: Canvas, options: { unit: number; seed: number }) => Canvas
  /** What lies over the whole picture at last: a vignette, or the style's own paper. */
  finish: (paper: Paper) => Sheet[]
  /** A colour of things that are drawn anew in every frame, to go with the styled layers. */
  live: (colour: Colour) => Colour
}
