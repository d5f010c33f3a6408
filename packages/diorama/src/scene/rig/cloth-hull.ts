import type { Point } from '../draw/shapes.ts'
import type { PersonJoints } from './person-pose.ts'

// How far apart the knees are of who sits astride.
const ASTRIDE = 70

/** Whether somebody's knees are so wide apart that no cloth hangs between them. */
export const isAstride = ({ near, far }: PersonJoints): boolean => Math.abs(near.knee.x - far.knee.x) > ASTRIDE

/** Points on a circle: what a cloth lies about. */
export const around = (at: Point, radius: number): Point[] =>
  Array.from({ length: 12 }, (_, i) => ({
    x: at.x + Math.cos((i / 6) * Math.PI) * radius,
    y: at.y + Math.sin((i / 6) * Math.PI) * radius,
  }))

/** The outer points of a cloud of them, so that a cloth lies about what is under it. */
export function hull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y)
  const half = (list: readonly Point[]) => {
    const kept: Point[] = []
    for (const point of list) {
      while (kept.length > 1) {
        const [a, b] = kept.slice(-2) as [Point, Point]
        if ((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0) break
        kept.pop()
      }
      kept.push(point)
    }
    return kept.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}
