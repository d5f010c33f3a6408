type Pixels = { width: number; height: number; rgba: Uint8Array }

const BLOCK = 8
// The usual constants of the measure, for values from 0 to 255.
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2

/** How alike two pictures of one size are to the eye, by light: 1 is equal (mean SSIM over blocks of 8 pixels, half overlapping). */
export function ssim(a: Pixels, b: Pixels): number {
  if (a.width !== b.width || a.height !== b.height) throw new Error('The pictures differ in size')
  const [x, y] = [light(a), light(b)]
  let sum = 0
  let count = 0
  for (let top = 0; top + BLOCK <= a.height; top += BLOCK / 2) {
    for (let left = 0; left + BLOCK <= a.width; left += BLOCK / 2) {
      sum += blockSsim(x, y, top * a.width + left, a.width)
      count += 1
    }
  }
  return sum / count
}

function light({ rgba }: Pixels): Float32Array {
  const out = new Float32Array(rgba.length / 4)
  for (let at = 0; at < out.length; at++)
    out[at] = 0.2126 * rgba[at * 4]! + 0.7152 * rgba[at * 4 + 1]! + 0.0722 * rgba[at * 4 + 2]!
  return out
}

function blockSsim(x: Float32Array, y: Float32Array, start: number, width: number): number {
  let [sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0]
  for (let row = 0; row < BLOCK; row++) {
    for (let at = start + row * width, end = at + BLOCK; at < end; at++) {
      const [p, q] = [x[at]!, y[at]!]
      sx += p
      sy += q
      sxx += p * p
      syy += q * q
      sxy += p * q
    }
  }
  const n = BLOCK * BLOCK
  const [mx, my] = [sx / n, sy / n]
  const [vx, vy, cov] = [sxx / n - mx * mx, syy / n - my * my, sxy / n - mx * my]
  return ((2 * mx * my + C1) * (2 * cov + C2)) / ((mx * mx + my * my + C1) * (vx + vy + C2))
}
