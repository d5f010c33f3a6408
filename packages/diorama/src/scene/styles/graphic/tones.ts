/** A colour as three channels, 0 to 255. */
export type Tint = readonly [number, number, number]

/** How bright a colour is, 0 to 1. */
export const lightOf = (r: number, g: number, b: number) => (0.299 * r + 0.587 * g + 0.114 * b) / 255

/** A value between 0 and 1. */
export const clamped = (value: number) => (value < 0 ? 0 : value > 1 ? 1 : value)

/** A place along a row of colours, 0 to 1. */
export function tintAlong(row: readonly Tint[], at: number): Tint {
  const place = clamped(at) * (row.length - 1)
  const index = Math.min(row.length - 2, Math.floor(place))
  const share = place - index
  const [one, two] = [row[index] as Tint, row[index + 1] as Tint]
  return [0, 1, 2].map((c) => (one[c] as number) * (1 - share) + (two[c] as number) * share) as unknown as Tint
}

/** A dot screen, 0 between the dots and 1 in their middle: `cell` pixels apart, turned by an eighth. */
export function dotAt(x: number, y: number, cell: number): number {
  const u = ((x + y) * Math.SQRT1_2) / cell
  const v = ((x - y) * Math.SQRT1_2) / cell
  return (Math.cos(u * Math.PI * 2) + Math.cos(v * Math.PI * 2) + 2) / 4
}

/** A channel made more vivid about its own brightness. */
export const vivid = (channel: number, light: number, by: number) => light * 255 + (channel - light * 255) * by
