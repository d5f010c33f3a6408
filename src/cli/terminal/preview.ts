import { deflateSync } from 'node:zlib'

type Environment = Readonly<Record<string, string | undefined>>
type Protocol = 'kitty' | 'iterm'
type Dimensions = { width: number; height: number }
type Pixels = Dimensions & { rgba: Uint8Array }

const ESCAPE = '\u001b'
const CHUNK = 4096
const ROWS = 16
// Cells are seldom narrower than 8 dots or higher than 24: a picture of this size fits into the window and takes about
// 16 lines.
const CELL_WIDTH = 8
const LARGEST = { width: 640, height: 384 }

/**
 * The graphics protocol of this terminal; undefined if it has none, or if something in between would swallow pictures.
 */
export function pictureProtocol(environment: Environment): Protocol | undefined {
  const { TERM = '', TERM_PROGRAM = '', KITTY_WINDOW_ID, TMUX, STY } = environment
  if (TMUX !== undefined || STY !== undefined || TERM.startsWith('screen') || TERM.startsWith('tmux')) return undefined
  if (TERM === 'xterm-kitty' || KITTY_WINDOW_ID !== undefined || /^ghostty$/i.test(TERM_PROGRAM)) return 'kitty'
  return /^(?:iTerm\.app|WezTerm)$/.test(TERM_PROGRAM) ? 'iterm' : undefined
}

/** The longer side of a picture, scaled down to fit into a window with this many columns. */
export function shownSide({ width, height }: Dimensions, columns: number): number {
  const room = { width: Math.min(LARGEST.width, columns * CELL_WIDTH), height: LARGEST.height }
  const scale = Math.min(1, room.width / width, room.height / height)
  return Math.max(1, Math.floor(Math.max(width, height) * scale))
}

/** Shows pixels in kitty, one per screen dot: with a number of rows to fill, older versions distort the picture. */
export function kittyText({ width, height, rgba }: Pixels): string {
  const text = deflateSync(rgba).toString('base64')
  const chunks = text.match(new RegExp(`.{1,${CHUNK}}`, 'g')) ?? []
  const parts = chunks.map((chunk, index) => {
    const more = index < chunks.length - 1 ? 1 : 0
    return `${ESCAPE}_G${index === 0 ? `a=T,f=32,o=z,s=${width},v=${height},` : ''}m=${more};${chunk}${ESCAPE}\\`
  })
  return parts.join('')
}

/** Shows a picture in iTerm2, which reads every usual format and keeps the aspect ratio if one side is given. */
export function itermText(bytes: Uint8Array, { width, height }: Dimensions, columns: number): string {
  // A cell is about half as wide as it is high.
  const isWide = (width / height) * ROWS * 2 >= columns
  const side = isWide ? `width=${Math.max(1, columns - 1)}` : `height=${ROWS}`
  const text = Buffer.from(bytes).toString('base64')
  return `${ESCAPE}]1337;File=inline=1;size=${bytes.length};${side};preserveAspectRatio=1:${text}\u0007`
}
