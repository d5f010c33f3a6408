import { planeOf, type Plane } from './plane.ts'

const COLUMNS = 6
const ROWS = 4
const ROUNDS = 6
// How much nearness in place counts beside likeness in colour: lower, and one segment spans the whole frame.
const PLACE = 0.45

/** Evens `values` out over regions of like colour and place (k-means), so that the parts of one thing agree. */
export function evenBySegment(values: Plane, colours: readonly Plane[]): Plane {
  const { width, height } = values
  const features = [
    ...colours.map((plane) => plane.data),
    planeOf(width, height, (x) => (x / width) * PLACE).data,
    planeOf(width, height, (_x, y) => (y / height) * PLACE).data,
  ]
  let centres = firstCentres(features, width, height)
  let labels = nearest(features, centres)
  for (let round = 1; round < ROUNDS; round++) {
    centres = features.map((feature, index) => segmentMeans(feature, labels, centres[index] as Float32Array))
    labels = nearest(features, centres)
  }
  const levels = segmentMeans(values.data, labels, new Float32Array(COLUMNS * ROWS))
  return planeOf(width, height, (_x, _y, at) => levels[labels[at] as number] as number)
}

// For each feature, its value at every cell of an even grid.
function firstCentres(features: readonly Float32Array[], width: number, height: number): Float32Array[] {
  const spots = Array.from({ length: COLUMNS * ROWS }, (_, index) => {
    const x = Math.floor((((index % COLUMNS) + 0.5) * width) / COLUMNS)
    const y = Math.floor(((Math.floor(index / COLUMNS) + 0.5) * height) / ROWS)
    return y * width + x
  })
  return features.map((feature) => Float32Array.from(spots, (at) => feature[at] as number))
}

function nearest(features: readonly Float32Array[], centres: readonly Float32Array[]): Uint8Array {
  const labels = new Uint8Array((features[0] as Float32Array).length)
  for (let at = 0; at < labels.length; at++) {
    let best = Infinity
    for (let label = 0; label < COLUMNS * ROWS; label++) {
      let far = 0
      for (let index = 0; index < features.length; index++) {
        const gap =
          ((features[index] as Float32Array)[at] as number) - ((centres[index] as Float32Array)[label] as number)
        far += gap * gap
      }
      if (far < best) {
        best = far
        labels[at] = label
      }
    }
  }
  return labels
}

// A segment that lost all its cells keeps the value it had.
function segmentMeans(feature: Float32Array, labels: Uint8Array, before: Float32Array): Float32Array {
  const sums = new Float64Array(before.length)
  const counts = new Uint32Array(before.length)
  for (let at = 0; at < labels.length; at++) {
    const label = labels[at] as number
    sums[label] = (sums[label] as number) + (feature[at] as number)
    counts[label] = (counts[label] as number) + 1
  }
  return before.map((value, label) => (counts[label] ? (sums[label] as number) / counts[label] : value))
}
