import { isIP } from 'node:net'
import { isInternalName, isMetadataName, isName } from './resolve.ts'
import { Forbidden } from './refused.ts'

// Signed addresses are long; nothing that a server answers to is longer. Webhooks have a limit of their own at the door.
const MAX_URL_LENGTH = 8_192

/** An address whose spelling is in order. Nothing is known yet of where its name leads. */
export type Target = {
  readonly url: URL
  /** The name in lower case without a trailing dot, or the literal without brackets. */
  readonly host: string
  readonly port: number
  readonly kind: 'literal' | 'name' | 'internal-name'
}

function literalOf(url: URL, authority: string): string | undefined {
  if (url.hostname.startsWith('[')) return url.hostname.slice(1, -1)
  if (isIP(url.hostname) !== 4) return undefined
  // Octal, hexadecimal, shortened, full-width and dotless numbers all become a dotted address in the parser. Only the
  // dotted one is plain; the others are written by people who hide something.
  if (authority.replace(/:\d*$/, '') !== url.hostname) throw new Forbidden('unusual form of an IP address')
  return url.hostname
}

/** Reads an address that a caller gave us, and throws `Forbidden` for any spelling that is not plain. */
export function checkUrl(text: string): Target {
  if (text.length > MAX_URL_LENGTH) throw new Forbidden('URL too long')
  // URL parsers skip tabs and line breaks and take a backslash for a slash; others do not. A check
  // before ours may have read another host than we would.
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  if (/[\u0000-\u001f\u007f\\]/.test(text)) throw new Forbidden('control character or backslash in the URL')
  const authority = /^https?:\/\/([^/?#\s]+)(?=[/?#]|$)/i.exec(text)?.[1]
  if (authority === undefined || !URL.canParse(text)) throw new Forbidden('not a plain http(s) URL')
  if (authority.includes('@')) throw new Forbidden('user info in the URL')
  // Percent signs spell a name twice (`127%2e0%2e0%2e1`) or name a network interface (`[fe80::1%25eth0]`).
  if (authority.includes('%')) throw new Forbidden('percent sign in the host')
  const url = new URL(text)
  url.hash = ''
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  const literal = literalOf(url, authority)
  if (literal !== undefined) return { url, host: literal, port, kind: 'literal' }
  const host = url.hostname.replace(/\.$/, '')
  if (!isName(host) || isMetadataName(host)) throw new Forbidden('host name not allowed')
  url.hostname = host
  return { url, host, port, kind: isInternalName(host) ? 'internal-name' : 'name' }
}
