// Suffixes that never lead to the public internet: reserved ones, and those that private networks use by habit.
const INTERNAL_SUFFIXES: ReadonlySet<string> = new Set([
  'alt',
  'arpa',
  'corp',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'private',
  'svc',
  'test',
])

// Names under public suffixes that lead to a cloud's own interface. Their addresses are refused too: this saves the lookup.
const METADATA_NAMES: ReadonlySet<string> = new Set([
  'instance-data',
  'instance-data.ec2.internal',
  'metadata',
  'metadata.azure.internal',
  'metadata.google.internal',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
  'rancher-metadata',
])

/** True for letters, digits, hyphens and underscores in dotted labels. What else a URL parser lets pass no DNS zone needs. */
export function isName(host: string): boolean {
  return host.length <= 253 && host.split('.').every((label) => /^(?!-)[a-z0-9_-]{1,63}$/.test(label))
}

/**
 * True for a name that means something only inside a network: a single label, or a reserved suffix. Such a name is
 * tried only where the operator has allowed special addresses, and must then lead to those alone.
 */
export function isInternalName(host: string): boolean {
  const labels = host.split('.')
  return labels.length === 1 || INTERNAL_SUFFIXES.has(labels.at(-1) ?? '')
}

/** True for the names under which clouds hand out credentials. */
export function isMetadataName(host: string): boolean {
  return METADATA_NAMES.has(host)
}
