import type { Call, CallOptions, Transport } from './transport.ts'

/** A list as CSV text. */
export async function csvOf(
  transport: Transport,
  path: string,
  query: Call['query'] = {},
  options?: CallOptions,
): Promise<string> {
  const headers = { accept: 'text/csv' }
  const call = { method: 'GET', path, query, headers, repeatable: 'always' } as const
  return (await transport.open(call, options)).text()
}
