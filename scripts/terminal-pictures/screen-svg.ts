// Draws what `tmux capture-pane -e` tells of a window: every letter where it stood, in the colour that it had.

const CELL = { width: 8.4, height: 18 }
const EDGE = 14
const FONT = 14
const COLOURS = ['#5c6370', '#f7768e', '#9ece6a', '#e0af68', '#7aa2f7', '#bb9af7', '#7dcfff', '#c0caf5'] as const
const INK = '#d5d9e6'
const PAPER = '#16161e'

type Look = { colour: string; isBold: boolean; isDim: boolean }
type Run = { column: number; text: string; look: Look }

const PLAIN: Look = { colour: INK, isBold: false, isDim: false }

/** The window as a picture of as many columns as it had, and as many lines as are not empty. */
export function screenSvg(captured: string, { columns, title }: { columns: number; title: string }): string {
  const lines = captured.trimEnd().split('\n')
  const [width, height] = [columns * CELL.width + 2 * EDGE, lines.length * CELL.height + 2 * EDGE]
  const rows = lines.flatMap((line, row) => runsOf(line).map((run) => runSvg(run, row)))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<rect width="100%" height="100%" rx="8" fill="${PAPER}"/>
<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="${FONT}">
${rows.join('\n')}
</g>
</svg>
`
}

function runSvg({ column, text, look }: Run, row: number): string {
  const place = `x="${(EDGE + column * CELL.width).toFixed(1)}" y="${EDGE + row * CELL.height + FONT}"`
  // The width is forced: whatever font the reader has, columns stand below each other.
  const width = `textLength="${(text.length * CELL.width).toFixed(1)}" lengthAdjust="spacingAndGlyphs"`
  const style = `fill="${look.colour}"${look.isBold ? ' font-weight="bold"' : ''}${look.isDim ? ' opacity="0.65"' : ''}`
  return `<text ${place} ${width} ${style}>${escaped(text)}</text>`
}

/** Texts of one look each. */
function runsOf(line: string): Run[] {
  const runs: Run[] = []
  let look = PLAIN
  let column = 0
  for (const [index, part] of line.split('\u001b[').entries()) {
    const end = index === 0 ? -1 : part.indexOf('m')
    if (index > 0) look = part.slice(0, end).split(';').reduce(after, look)
    const text = part.slice(end + 1)
    // Several spaces in a row are shown as one in an SVG: what stands behind them is placed by itself.
    for (const { 0: words, index: at } of text.matchAll(/\S+(?: \S+)*/g))
      runs.push({ column: column + at, text: words, look })
    column += text.length
  }
  return runs
}

function after(look: Look, code: string): Look {
  const number = Number(code)
  if (number === 0) return PLAIN
  if (number === 1) return { ...look, isBold: true }
  if (number === 2) return { ...look, isDim: true }
  if (number === 22) return { ...look, isBold: false, isDim: false }
  if (number === 39) return { ...look, colour: INK }
  const colour = COLOURS[number % 10]
  return (number >= 30 && number <= 37) || (number >= 90 && number <= 97) ? { ...look, colour: colour ?? INK } : look
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
