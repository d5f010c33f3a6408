import type { SKRSContext2D } from '@napi-rs/canvas'

/** A staged scene, ready to be drawn at any second; equal inputs draw equal pixels on every thread. */
export type Scene = {
  width: number
  height: number
  /** The second that makes the best still picture. */
  stillAt: number
  /** `scale`: the frame as large as this, from 0 to 1. */
  drawFrame(context: SKRSContext2D, second: number, scale?: number): void
  /** Gives back at once what no frame will be drawn from any more. */
  close?(): void
}

/**
 * How large, how long and from which seed a scene is built. `still`: one frame alone is drawn, and what would make many
 * of them cheaper is left out; the pixels are the same. `whole`: what cannot be seen is drawn all the same. `lampsLit`: night
 * has just fallen, and whatever is a lamp shines.
 */
export type SceneOptions = {
  width: number
  height: number
  seed: number
  seconds: number
  still?: boolean
  whole?: boolean
  lampsLit?: boolean
}
