const REDACTED = '[redacted]'

type Rule = {
  /** In every text that holds such a secret. To look for it is a tenth of the work, and in nearly all lines it is not there. */
  sign: RegExp
  secret: RegExp
  instead: string
}

const RULES: readonly Rule[] = [
  {
    // What a name in a query says of its value; addresses that are signed for storage are full of them.
    sign: /=/,
    secret:
      /([?&;][\w.~-]*(?:signature|credential|token|secret|passw|api[_-]?key|access[_-]?key|auth|sig|key)[\w.~-]*=)[^&\s"'\\#]+/gi,
    instead: `$1${REDACTED}`,
  },
  {
    // Long enough not to be a word: people write of Basic authentication, too.
    sign: /bearer |basic /i,
    secret: /\b(bearer|basic) +[\w.~+/=-]{16,}/gi,
    instead: `$1 ${REDACTED}`,
  },
  {
    // Keys that show what they are: ours, those that sign webhooks, and those of providers.
    sign: /mg_|whsec_|sk-|sk_|r8_/,
    secret: /\b(mg_|whsec_|sk-|sk_|r8_)[\w+/=-]{16,}/g,
    instead: `$1${REDACTED}`,
  },
  { sign: /@/, secret: /(:\/\/[^\s/:@"]*):[^\s/@"]+@/g, instead: `$1:${REDACTED}@` },
]

/**
 * Takes secrets out of a text for the log. Ours are never handed to it; but what a provider, a storage or a library says of
 * its own failure may repeat the address or the header that it was given.
 */
export function redact(text: string): string {
  let rest = text
  for (const { sign, secret, instead } of RULES) if (sign.test(rest)) rest = rest.replaceAll(secret, instead)
  return rest
}
