/** Samples in rows from the top, `channels` numbers each. */
export type Plane = { width: number; height: number; channels: number; data: ArrayLike<number> }

type Taps = { from: number; weights: Float64Array }[]

/**
 * Which input samples contribute to an output sample, and with what weight: a triangle as wide as the step, so that
 * nothing is skipped.
 */
function tapsFor(before: number, after: number): Taps {
  const step = before / after
  const reach = Math.max(1, step)
  return Array.from({ length: after }, (_, at) => {
    const centre = (at + 0.5) * step
    const from = Math.max(0, Math.floor(centre - reach + 0.5))
    const end = Math.min(before, Math.floor(centre + reach + 0.5))
    const weights = Float64Array.from({ length: end - from }, (__, tap) =>
      Math.max(0, 1 - Math.abs(from + tap + 0.5 - centre) / reach),
    )
    const sum = weights.reduce((all, weight) => all + weight, 0)
    return { from, weights: weights.map((weight) => weight / sum) }
  })
}

/** Scales up or down, horizontally and then vertically. */
export function scale(plane: Plane, width: number, height: number): Float32Array {
  const across = scaleRows(plane, tapsFor(plane.width, width))
  return scaleColumns({ ...plane, width, data: across }, tapsFor(plane.height, height))
}

function scaleRows({ width, height, channels, data }: Plane, taps: Taps): Float32Array {
  const scaled = new Float32Array(taps.length * height * channels)
  let to = 0
  for (let y = 0; y < height; y++) {
    const row = y * width * channels
    for (const { from, weights } of taps)
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0
        let at = row + from * channels + channel
        for (let tap = 0; tap < weights.length; tap++, at += channels) sum += (weights[tap] ?? 0) * (data[at] ?? 0)
        scaled[to++] = sum
      }
  }
  return scaled
}

function scaleColumns({ width, channels, data }: Plane, taps: Taps): Float32Array {
  const stride = width * channels
  const scaled = new Float32Array(taps.length * stride)
  for (const [y, { from, weights }] of taps.entries())
    for (const [tap, weight] of weights.entries()) {
      const row = (from + tap) * stride
      for (let x = 0, to = y * stride; x < stride; x++, to++)
        scaled[to] = (scaled[to] ?? 0) + weight * (data[row + x] ?? 0)
    }
  return scaled
}
