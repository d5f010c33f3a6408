/** Tells whether a host name or address means this machine itself: localhost, 127.0.0.0/8 or ::1, with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  return bare === 'localhost' || bare === '::1' || /^127(?:\.(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}$/.test(bare)
}

/**
 * Tells whether a request for this `Host` was meant for a service that only its own machine can reach. A page on the web can
 * let a name of its own lead to 127.0.0.1, and would then be of the same origin as the service; the name gives it away.
 */
export function isMeantFor(names: readonly string[], host: string | undefined): boolean {
  // Without the header it is no browser.
  if (host === undefined) return true
  const name = /^(\[[0-9a-f:.]+\]|[^\s:]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase().replace(/\.$/, '')
  return name !== undefined && (isLoopbackHost(name) || names.includes(name))
}
