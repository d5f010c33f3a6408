/** A number of the service, which counts no further than it says. */
export function counted(value: number, upTo: number): string {
  return value >= upTo ? `${upTo.toLocaleString('en-US')}+` : value.toLocaleString('en-US')
}
