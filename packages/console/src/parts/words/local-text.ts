/** A moment, in seconds since 1970, as a field of kind datetime-local wants it: in the viewer's own zone. */
export function localText(seconds: number): string {
  const offsetMs = new Date(seconds * 1000).getTimezoneOffset() * 60_000
  return new Date(seconds * 1000 - offsetMs).toISOString().slice(0, 16)
}
