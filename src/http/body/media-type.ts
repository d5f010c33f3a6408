/** A parsed Content-Type: type and parameter names in lowercase, values unchanged. */
export type ContentType = { type: string; parameters: ReadonlyMap<string, string> }

// RFC 9110: token, optional white space, quoted-string. Sticky, so that every character has to be accounted for.
const TYPE = /[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+/y
const PARAMETER =
  /[ \t]*;[ \t]*(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)=(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)|"((?:[\t !#-[\]-~\x80-\xff]|\\[\t -~\x80-\xff])*)"))?/y
const REST = /[ \t]*$/y

// Longer than any legitimate one; the expressions above are linear, but need not be given more.
const MAX_LENGTH = 500

/** Parses a Content-Type exactly; undefined for anything that RFC 9110 does not allow. */
export function parseContentType(header: string): ContentType | undefined {
  if (header.length > MAX_LENGTH) return undefined
  TYPE.lastIndex = 0
  const type = TYPE.exec(header)?.[0]
  if (type === undefined) return undefined
  const parameters = new Map<string, string>()
  let position = TYPE.lastIndex
  while (position < header.length) {
    PARAMETER.lastIndex = position
    const match = PARAMETER.exec(header)
    if (match === null) break
    position = PARAMETER.lastIndex
    const name = match[1]?.toLowerCase()
    // An empty parameter, as in `application/json;`, is allowed and means nothing.
    if (name === undefined) continue
    // If a name has two values, a reader that uses the other one sees a different message.
    if (parameters.has(name)) return undefined
    parameters.set(name, match[2] ?? (match[3] ?? '').replaceAll(/\\(.)/g, '$1'))
  }
  REST.lastIndex = position
  return REST.test(header) ? { type: type.toLowerCase(), parameters } : undefined
}

/** Whether text under this Content-Type is UTF-8, which includes US-ASCII. */
export function isUtf8({ parameters }: ContentType): boolean {
  const charset = parameters.get('charset')?.toLowerCase()
  return charset === undefined || charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii'
}
