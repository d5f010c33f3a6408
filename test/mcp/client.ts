import type { TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client'
import { openService, type OpenOptions, type TestService } from '../support/service.ts'
import { atEnd } from '../support/at-end.ts'

/** The two families of the protocol: with a handshake first, and with everything in every request. */
export const ERAS = ['legacy', 'modern'] as const
export type Era = (typeof ERAS)[number]

export type Spoken = { service: TestService; client: Client }

/** The version of the protocol that a client is made to speak. */
export function negotiation(era: Era) {
  return { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } } as const
}

/** The unmodified client of the protocol's makers, given nothing but an address and a key. */
export async function connect(t: TestContext, url: string, key: string, era: Era = 'modern'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, negotiation(era))
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }))
  atEnd(t, () => client.close())
  return client
}

/** The whole service, and that client in front of it. */
export async function openSpoken(t: TestContext, options: OpenOptions = {}, era: Era = 'modern'): Promise<Spoken> {
  const service = await openService(t, options)
  return { service, client: await connect(t, service.url, service.key, era) }
}

type Receipt = {
  task_id: string
  status: string
  progress: number
  prompt: string
  warnings: string[]
  files: { file_id: string; role: string; url: string; sha256: string; bytes: number; type: string; seconds: number }[]
  error: { code: string; message: string; retryable: boolean; advice: string } | null
  next: { tool: string; arguments: Record<string, unknown> } | null
}

/** An answer in its parts. */
export function read(result: CallToolResult) {
  const { content, structuredContent, isError = false } = result
  return {
    isError,
    text: content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
    pictures: content.flatMap((block) => (block.type === 'image' ? [block] : [])),
    links: content.flatMap((block) => (block.type === 'resource_link' ? [block] : [])),
    receipt: structuredContent as Receipt,
    error: (structuredContent as { error?: Record<string, unknown> } | undefined)?.error,
  }
}

/** Calls a tool and takes its answer apart. */
export async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  return read(await client.callTool({ name, arguments: given }))
}
