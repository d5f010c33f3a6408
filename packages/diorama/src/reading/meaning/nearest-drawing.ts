import { allDrawings, readData } from '../../art.ts'

/** The drawing that is nearest to what a word means. `steps` is how far: nothing where the drawing shows the very thing. */
export type Nearest = { art: string; label: string; steps: number }

let lines: string | undefined

// One text, searched by halving: a map of thirty thousand words would take ten times the memory, for a word now and then.
function lineOf(word: string): string | undefined {
  const text = (lines ??= readData('nearest.txt').toString('latin1'))
  let from = 0
  let to = text.length
  while (from < to) {
    const start = text.lastIndexOf('\n', ((from + to) >> 1) - 1) + 1
    const end = text.indexOf('\n', start)
    const tab = text.indexOf('\t', start)
    const found = text.slice(start, tab)
    if (found === word) return text.slice(tab + 1, end)
    if (found < word) from = end + 1
    else to = start
  }
  return undefined
}

/** The nearest drawing of an English noun or compound that our own tables do not know: a bird for a kookaburra. */
export function nearestDrawing(word: string): Nearest | undefined {
  const [place, steps] = lineOf(word)?.split(' ') ?? []
  const drawing = place === undefined ? undefined : allDrawings()[Number(place)]
  return drawing && { art: drawing.id, label: drawing.label, steps: Number(steps) }
}
