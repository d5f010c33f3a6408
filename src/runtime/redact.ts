const REDACTED = '[redacted]'

// What a name in a query says of its value; addresses that are signed for storage are full of them.
const IN_QUERY =
  /([?&;][\w.~-]*(?:signature|credential|token|secret|passw|api[_-]?key|access[_-]?key|auth|sig|key)[\w.~-]*=)[^&\s"'\\#]+/gi
// Long enough not to be a word: people write of Basic authentication, too.
const IN_HEADER = /\b(bearer|basic) +[\w.~+/=-]{16,}/gi
// Keys that show what they are: ours, those that sign webhooks, and those of providers.
const BY_PREFIX = /\b(mg_|whsec_|sk-|sk_|r8_)[\w+/=-]{16,}/g
const IN_ADDRESS = /(:\/\/[^\s/:@"]*):[^\s/@"]+@/g

/**
 * Takes secrets out of a text for the log. Ours are never handed to it; but what a provider, a storage or a library says of
 * its own failure may repeat the address or the header that it was given.
 */
export function redact(text: string): string {
  return text
    .replaceAll(IN_QUERY, `$1${REDACTED}`)
    .replaceAll(IN_HEADER, `$1 ${REDACTED}`)
    .replaceAll(BY_PREFIX, `$1${REDACTED}`)
    .replaceAll(IN_ADDRESS, `$1:${REDACTED}@`)
}
