import { deflateSync } from 'node:zlib'

type Environment = Readonly<Record<string, string | undefined>>
type Protocol = 'kitty' | 'iterm'
type Dimensions = { width: number; height: number }
type Pixels = Dimensions & { rgba: Uint8Array }

const ESCAPE = '\u001b'
const CHUNK = 4096
const ROWS = 16
// Cells are seldom narrower than 8 dots or higher than 24: a picture of this size fits into the window and into some 16 lines.
const CELL_WIDTH = 8
const LARGEST = { width: 640, height: 384 }

/** How this terminal takes pictures; undefined where it takes none, or where something between would swallow them. */
export function pictureProtocol(environment: Environment): Protocol | undefined {
  const { TERM = '', TERM_PROGRAM = '', KITTY_WINDOW_ID, TMUX, STY } = environment
  if (TMUX !== undefined || STY !== undefined || TERM.startsWith('screen') || TERM.startsWith('tmux')) return undefined
  if (TERM === 'xterm-kitty' || KITTY_WINDOW_ID !== undefined || /^ghostty$/i.test(TERM_PROGRAM)) return 'kitty'
  return /^(?:iTerm\.app|WezTerm)$/.test(TERM_PROGRAM) ? 'iterm' : undefined
}

/** The longer side of a picture, made so small that it fits into a window of so many columns. */
export function shownSide({ width, height }: Dimensions, columns: number): number {
  const room = { width: Math.min(LARGEST.width, columns * CELL_WIDTH), height: LARGEST.height }
  const scale = Math.min(1, room.width / width, room.height / height)
  return Math.max(1, Math.floor(Math.max(width, height) * scale))
}

/**
 * What shows pixels in kitty, each as a dot of the screen: told how many rows to fill, older versions of it draw a picture out
 * of shape.
 */
export function kittyText({ width, height, rgba }: Pixels): string {
  const text = deflateSync(rgba).toString('base64')
  const chunks = text.match(new RegExp(`.{1,${CHUNK}}`, 'g')) ?? []
  const parts = chunks.map((chunk, index) => {
    const more = index < chunks.length - 1 ? 1 : 0
    return `${ESCAPE}_G${index === 0 ? `a=T,f=32,o=z,s=${width},v=${height},` : ''}m=${more};${chunk}${ESCAPE}\\`
  })
  return parts.join('')
}

/** What shows a picture in iTerm2, which reads every usual form and keeps the shape where one side is named. */
export function itermText(bytes: Uint8Array, { width, height }: Dimensions, columns: number): string {
  // A cell is about half as wide as it is high.
  const isWide = (width / height) * ROWS * 2 >= columns
  const side = isWide ? `width=${Math.max(1, columns - 1)}` : `height=${ROWS}`
  const text = Buffer.from(bytes).toString('base64')
  return `${ESCAPE}]1337;File=inline=1;size=${bytes.length};${side};preserveAspectRatio=1:${text}\u0007`
}
