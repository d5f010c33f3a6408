import { TransportError, type Transport } from './transport.ts'

/** Any HTTP answer shows that the server is there; with headers of ours, it also shows whether it takes the key. */
export async function probeAddress(
  transport: Transport,
  asked: { url: string; headers?: Record<string, string> },
  signal: AbortSignal,
): Promise<{ ok: boolean; detail: string }> {
  const host = URL.parse(asked.url)?.host ?? asked.url
  try {
    const { status } = await transport.send({ method: 'GET', ...asked, signal })
    if (asked.headers === undefined || status >= 404) return { ok: true, detail: `${host} answers` }
    const taken = status < 400
    return {
      ok: taken,
      detail: taken ? `${host} answers and takes the key` : `${host} refuses the key (status ${status})`,
    }
  } catch (error) {
    const detail = error instanceof TransportError ? error.message : 'no answer in time'
    return { ok: false, detail: `${host} cannot be reached (${detail})` }
  }
}
