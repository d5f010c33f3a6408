/** The data of each event of a stream of server-sent events; comments and events without data are passed over. */
export async function* eventData(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let data: string[] = []
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    // The last one may not be whole yet.
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''))
      if (line !== '' || data.length === 0) continue
      yield data.join('\n')
      data = []
    }
  }
}
