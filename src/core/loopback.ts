/**
 * Whether a host name or address means this machine itself: localhost, 127.0.0.0/8 or ::1, with or without brackets.
 */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  return bare === 'localhost' || bare === '::1' || /^127(?:\.(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}$/.test(bare)
}

/**
 * Whether a request with this `Host` was meant for a service that only its own machine can reach. A web page can point
 * its own name at 127.0.0.1 and would then have the same origin as the service; the name gives it away.
 */
export function isMeantFor(names: readonly string[], host: string | undefined): boolean {
  // A client without the header is not a browser.
  if (host === undefined) return true
  const name = /^(\[[0-9a-f:.]+\]|[^\s:]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase().replace(/\.$/, '')
  return name !== undefined && (isLoopbackHost(name) || names.includes(name))
}
