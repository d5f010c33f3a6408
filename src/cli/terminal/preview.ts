type Environment = Readonly<Record<string, string | undefined>>
type Protocol = 'kitty' | 'iterm'

const ESCAPE = '\u001b'
const CHUNK = 4096
// A picture of more than this takes longer to pass through a remote line than to open.
const LARGEST_BYTES = 8 * 2 ** 20
const ROWS = 16

/** How this terminal takes pictures; undefined where it takes none, or where something between would swallow them. */
export function pictureProtocol(environment: Environment): Protocol | undefined {
  const { TERM = '', TERM_PROGRAM = '', KITTY_WINDOW_ID, TMUX, STY } = environment
  if (TMUX !== undefined || STY !== undefined || TERM.startsWith('screen') || TERM.startsWith('tmux')) return undefined
  if (TERM === 'xterm-kitty' || KITTY_WINDOW_ID !== undefined || /^ghostty$/i.test(TERM_PROGRAM)) return 'kitty'
  return /^(?:iTerm\.app|WezTerm)$/.test(TERM_PROGRAM) ? 'iterm' : undefined
}

/** What shows a picture when it is written to a terminal; undefined for a picture that the terminal cannot read. */
export function pictureText(protocol: Protocol, bytes: Uint8Array): string | undefined {
  if (bytes.length > LARGEST_BYTES) return undefined
  const text = Buffer.from(bytes).toString('base64')
  if (protocol === 'iterm') return `${ESCAPE}]1337;File=inline=1;size=${bytes.length};height=${ROWS}:${text}\u0007\n`
  const isPng = bytes[0] === 0x89 && bytes[1] === 0x50
  if (!isPng) return undefined
  const chunks = text.match(new RegExp(`.{1,${CHUNK}}`, 'g')) ?? []
  const parts = chunks.map((chunk, index) => {
    const more = index < chunks.length - 1 ? 1 : 0
    return `${ESCAPE}_G${index === 0 ? `a=T,f=100,r=${ROWS},` : ''}m=${more};${chunk}${ESCAPE}\\`
  })
  return `${parts.join('')}\n`
}
