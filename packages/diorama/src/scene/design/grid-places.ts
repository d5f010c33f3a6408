/** Where one piece of a sheet lies, by its middle, and how large it may be. */
export type Place = { x: number; y: number; side: number }

/** Places in even rows over the whole picture, the last row centred. */
export function gridPlaces(count: number, { width, height }: { width: number; height: number }): Place[] {
  const rows = Math.max(1, Math.round(Math.sqrt((count * height) / width)))
  const columns = Math.ceil(count / rows)
  const [wide, high] = [(width * 0.9) / columns, (height * 0.88) / rows]
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / columns)
    const inRow = row === rows - 1 ? count - columns * (rows - 1) : columns
    const x = width / 2 + ((i % columns) - (inRow - 1) / 2) * wide
    return { x, y: height * 0.06 + (row + 0.5) * high, side: Math.min(wide, high) * 0.78 }
  })
}
