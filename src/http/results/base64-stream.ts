/** How long the text of so many bytes is. */
export function base64Length(bytes: number): number {
  return 4 * Math.ceil(bytes / 3)
}

/** Bytes as text, piece by piece: a large picture is never whole in memory, nor is anybody kept waiting for it. */
export async function* base64Of(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // Three bytes are four characters: what is left over goes with the next piece.
  let rest = Buffer.alloc(0)
  for await (const chunk of source) {
    const bytes = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % 3)
    if (whole > 0) yield bytes.toString('base64', 0, whole)
    rest = Buffer.from(bytes.subarray(whole))
  }
  if (rest.length > 0) yield rest.toString('base64')
}
