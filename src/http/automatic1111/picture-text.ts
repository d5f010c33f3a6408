// As many characters as tell an address or a data: URL from base64, which has no colon.
const ENOUGH = 'https:'.length
const HAS_SCHEME = /^\s*(?:data|https?):/i

/** A picture as these clients write it: base64 with nothing before it, or a `data:` URL, which is how we write both. */
export async function* withScheme(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string | undefined = ''
  for await (const piece of pieces) {
    if (begun === undefined) {
      yield piece
      continue
    }
    begun += piece
    if (begun.trimStart().length < ENOUGH) continue
    yield inScheme(begun)
    begun = undefined
  }
  if (begun !== undefined && begun.trim() !== '') yield inScheme(begun)
}

function inScheme(text: string): string {
  return HAS_SCHEME.test(text) ? text : `data:;base64,${text.trimStart()}`
}
