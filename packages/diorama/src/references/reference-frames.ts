import { createCanvas, ImageData } from '@napi-rs/canvas'
import type { Brief } from '../brief.ts'
import type { Frames } from '../film/frames.ts'
import type { ClipJob, Pixels } from '../job.ts'
import type { ReadClip } from '../threads/messages.ts'
import { openAtmosphere, type Atmosphere } from './atmosphere.ts'
import { editPicture } from './edit/edit-picture.ts'
import { wishOf } from './edit/wish.ts'
import { dissolveFrames } from './dissolve.ts'
import { coverFit } from './fit-picture.ts'
import { parallaxFrames } from './parallax.ts'

/** The frames of a clip from given pictures: a camera move through one, a change through several. */
export function referenceFrames(job: ReadClip): Frames {
  const { brief } = job
  const { notes } = wishOf(brief, true)
  // Light and weather come in the course of the clip; all else is there from the beginning.
  const pictures = job.references.map((reference) =>
    editPicture(coverFit(reference, job.width, job.height), withoutClimate(brief), job.seed),
  )
  const [first, ...others] = pictures as [Pixels, ...Pixels[]]
  const atmosphere = openAtmosphere(brief, first, job.seed)
  const moved = others.length === 0 ? parallaxFrames(first, brief, job) : dissolveFrames(pictures, job)
  const frames = { ...moved, unused: brief.unused, notes }
  // A change ends on the last picture as it was given; a camera move ends in the prompt's weather.
  return atmosphere.clear
    ? frames
    : withAtmosphere(frames, atmosphere, { ...job, leaves: others.length > 0 || brief.loop })
}

function withoutClimate(brief: Brief): Brief {
  const { time: _time, season: _season, ...rest } = brief
  return { ...rest, weather: [] }
}

function withAtmosphere(frames: Frames, atmosphere: Atmosphere, clip: ClipJob & { leaves: boolean }): Frames {
  const { width, height } = frames
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const last = clip.seconds - 1 / clip.framesPerSecond
  return {
    ...frames,
    frameAt: (second) => {
      const { rgba } = frames.frameAt(second)
      const rising = Math.min(1, second / (clip.seconds * 0.4))
      const strength = clip.leaves ? Math.min(rising, Math.max(0, (last - second) / (clip.seconds * 0.4))) : rising
      if (strength <= 0) return { width, height, rgba }
      const pixels = new Uint8ClampedArray(rgba.buffer as ArrayBuffer, rgba.byteOffset, rgba.byteLength)
      context.putImageData(new ImageData(pixels, width, height), 0, 0)
      atmosphere.drawLight(context, strength)
      atmosphere.drawAir(context, second, strength)
      return { width, height, rgba: canvas.data() }
    },
  }
}
