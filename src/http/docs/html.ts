/** Markup that is safe to send; everything else that is put into a template is escaped. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = string | number | Markup | undefined | readonly Piece[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A template of markup: `markup\`<p>${text}</p>\`` escapes what is put in, unless it is markup itself. */
export function markup(strings: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return new Markup(strings.map((text, index) => (index === 0 ? text : render(pieces[index - 1]) + text)).join(''))
}

/** Text whose words in backticks are set as code. */
export function prose(text: string): Markup {
  const parts = text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>`.text : escape(part)))
  return new Markup(parts.join(''))
}

function render(piece: Piece): string {
  if (piece === undefined) return ''
  if (piece instanceof Markup) return piece.text
  return typeof piece === 'string' || typeof piece === 'number' ? escape(String(piece)) : piece.map(render).join('')
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
