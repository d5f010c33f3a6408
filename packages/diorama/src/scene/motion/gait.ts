import type { Point } from '../draw/shapes.ts'

/** A moment of a movement that repeats: how far round it is, 0 to 1, and how long a step is beside a full one. */
export type Beat = { phase: number; step: number }

/** How a foot goes round. Lengths are shares of a whole leg. */
export type Gait = {
  /** Seconds that one round takes. */
  period: number
  /** The share of a round in which a foot stands. */
  stands: number
  /** How far ahead of its hip a foot comes down in a full step. */
  step: number
  /** How far a foot swings ahead and back while it is in the air. */
  swing: number
  lift: number
}

/** Where a foot is, from below its hip: ahead, and above the ground. While it stands it goes back as evenly as the body goes on. */
export function footAt(gait: Gait, beat: Beat, offset: number): Point {
  const round = beat.phase + offset
  const at = round - Math.floor(round)
  const step = gait.step * beat.step
  if (at < gait.stands) return { x: step * (1 - (2 * at) / gait.stands), y: 0 }
  const way = (at - gait.stands) / (1 - gait.stands)
  const swing = Math.max(gait.swing, step)
  return {
    x: step * (2 * way - 1) - (swing - step) * Math.sin(way * Math.PI * 2),
    y: gait.lift * Math.sin(way * Math.PI),
  }
}

/** How far the body goes in a second, in legs, where its steps are full. */
export function speedOf({ period, stands, step }: Gait): number {
  return (2 * step) / (stands * period)
}

/** The angles of two bones that end at this point, ahead and down from their root, with the knee to the front. */
export function bendTo([upper, lower]: readonly [number, number], to: Point): readonly [number, number] {
  const far = Math.min(Math.hypot(to.x, to.y), (upper + lower) * 0.999)
  const along = Math.atan2(to.x, to.y)
  const opened = Math.acos(Math.min(1, (upper ** 2 + far ** 2 - lower ** 2) / (2 * upper * far)))
  const thigh = along + opened
  const knee = { x: Math.sin(thigh) * upper, y: Math.cos(thigh) * upper }
  const [x, y] = [Math.sin(along) * far - knee.x, Math.cos(along) * far - knee.y]
  return [degrees(thigh), degrees(Math.atan2(x, y))]
}

const degrees = (angle: number) => (angle * 180) / Math.PI
