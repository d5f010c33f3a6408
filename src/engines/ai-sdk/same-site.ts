/** Whether a URL belongs to one of these hosts. */
export function isAtHome(url: string, homes: readonly (string | undefined)[]): boolean {
  return homes.some((home) => home !== undefined && isSameSite(url, home))
}

/** Whether two URLs have one owner: the same host, or two names under one registered domain. */
export function isSameSite(one: string, other: string): boolean {
  const [first, second] = [URL.parse(one), URL.parse(other)]
  if (first === null || second === null || first.protocol !== second.protocol) return false
  return first.hostname === second.hostname || siteOf(first.hostname) === siteOf(second.hostname)
}

/**
 * The last two labels of a host, or three if the country registers names at the third level (`co.uk`); numeric
 * addresses stand for themselves.
 */
function siteOf(host: string): string {
  if (/^[\d.]+$|:/.test(host)) return host
  const names = host.split('.')
  const isShared =
    names.length > 2 && /^(?:com?|net|org|ac|gov|edu)$/.test(names.at(-2) ?? '') && names.at(-1)?.length === 2
  return names.slice(isShared ? -3 : -2).join('.')
}
