import { swept } from '../threads/sweep.ts'
import { coverageOf, type Coverage } from './coverage.ts'
import { lyingAt, type Moment } from './draw-frame.ts'
import type { Item } from './layers.ts'
import type { Box } from './tile-boxes.ts'
import { visibleBoxes } from './visible-boxes.ts'

/** Looks once at what the sheets hold; afterwards it knows for any moment where each of them can be seen. */
export async function boxFinder(items: readonly Item[]): Promise<(moment: Moment) => (Box[] | undefined)[]> {
  const coverages = new Map<Item, Coverage>()
  for (const item of items) {
    if (item.kind === 'live') continue
    coverages.set(item, coverageOf(item.image))
    // The copied pixels are given back only now: left to itself, a thread holds 30 MB more until the clip begins.
    await swept()
  }
  return (moment) => {
    const sheets = items.map((item) => {
      const coverage = coverages.get(item)
      return item.kind === 'live' || !coverage ? undefined : lyingAt(item, coverage, moment)
    })
    return visibleBoxes(sheets, moment)
  }
}
