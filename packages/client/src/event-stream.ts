import type { Runtime } from './runtime.ts'

export type ServerEvent = { id: string; event: string; data: string }

/**
 * The events of a stream as they arrive. If a stream is silent for longer than the service ever is, something on the way
 * holds it back. `onSilence` is then called and should end the stream.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { runtime, silenceMs, onSilence }: { runtime: Runtime; silenceMs: number; onSilence: () => void },
): AsyncGenerator<ServerEvent, void> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  try {
    for (;;) {
      const silence = runtime.alarm(silenceMs, onSilence)
      const { done, value } = await reader.read().finally(silence)
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split(/\r?\n\r?\n/)
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventOf(block)
        if (event !== undefined) yield event
      }
    }
  } finally {
    // A caller that stops early releases the connection.
    await reader.cancel().catch(() => undefined)
  }
}

function eventOf(block: string): ServerEvent | undefined {
  const event: ServerEvent = { id: '', event: 'message', data: '' }
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    if (name === 'id') event.id = value
    if (name === 'event') event.event = value
    if (name === 'data') data.push(value)
  }
  return data.length === 0 ? undefined : { ...event, data: data.join('\n') }
}
