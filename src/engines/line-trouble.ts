const CODES =
  /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ETIMEDOUT|EPIPE|UND_ERR_.*|ERR_TLS_.*|ERR_SSL_.*|CERT_.*)$/

/** Tells whether an error, or what caused it, is one of the line: a package may fetch a token by a way of its own. */
export function isLineTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, cause } = error as Error & { code?: unknown }
  return (typeof code === 'string' && CODES.test(code)) || isLineTrouble(cause)
}
