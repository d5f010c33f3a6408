import { TransportError, type Transport } from './transport.ts'

/** Any HTTP answer shows that the server is there; what it says of an unasked request does not matter. */
export async function probeAddress(
  transport: Transport,
  url: string,
  signal: AbortSignal,
): Promise<{ ok: boolean; detail: string }> {
  const host = URL.parse(url)?.host ?? url
  try {
    await transport.send({ method: 'GET', url, signal })
    return { ok: true, detail: `${host} answers` }
  } catch (error) {
    const detail = error instanceof TransportError ? error.message : 'no answer in time'
    return { ok: false, detail: `${host} cannot be reached (${detail})` }
  }
}
