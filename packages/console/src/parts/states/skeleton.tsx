import './states.css'

type SkeletonProps = { width?: number | string; height: number | string }

/** Keeps the place of what is on its way, in its size, so that nothing jumps when it comes. */
export function Skeleton({ width = '100%', height }: SkeletonProps) {
  return <span className="skeleton" style={{ width, height }} aria-hidden />
}
