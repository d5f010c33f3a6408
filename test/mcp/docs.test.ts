import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { openService } from '../support/service.ts'
import { connect } from './client.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'

const ROOT = resolve(import.meta.dirname, '../..')

type Entry = {
  command?: string
  args?: string[]
  env?: Record<string, string>
  url?: string
  headers?: Record<string, string>
}

/** Every set-up of the page as a value, as its program would read it. */
function setUpsIn(page: string): Entry[] {
  return [...page.matchAll(/^```json\n(.*?)^```/gms)].map(([, text = '']) => {
    const file = JSON.parse(text) as { mcpServers?: Record<string, Entry>; servers?: Record<string, Entry> }
    return (file.mcpServers ?? file.servers ?? {})['mediagen'] ?? {}
  })
}

test('the command, address and headers of every set-up in docs/mcp.md lead to the tools', async (t) => {
  const service = await openService(t)
  const page = (await readFile(resolve(ROOT, 'docs/mcp.md'), 'utf8'))
    .replaceAll('/path/to/mediagen', ROOT)
    .replaceAll('http://127.0.0.1:8080', service.url)
    .replaceAll('mg_…', service.key)
    .replaceAll('${input:mediagen-key}', service.key)
  const setUps = setUpsIn(page)
  assert.equal(setUps.length, 4)
  const shared = { PATH: process.env['PATH'] ?? '', HOME: await temporaryFolder(t) }
  for (const { command = '', args = [], env = {}, url, headers = {} } of setUps) {
    const transport: Transport =
      url === undefined
        ? new StdioClientTransport({ command, args, env: { ...shared, ...env }, stderr: 'ignore', cwd: '/' })
        : new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(transport)
    atEnd(t, () => client.close())
    assert.equal((await client.listTools()).tools.length, 6)
  }
  const [, address = '', name = '', value = ''] =
    /claude mcp add .* (http\S+) --header "(\w+): ([^"]+)"/.exec(page) ?? []
  const requestInit = { headers: { [name]: value } }
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }))
  atEnd(t, () => client.close())
  assert.equal((await client.listTools()).tools.length, 6)
})

test('the table of docs/mcp.md names every tool with the scope that it needs', async (t) => {
  const service = await openService(t)
  const page = await readFile(resolve(ROOT, 'docs/mcp.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (`.*?) \| .*? \| (.*?) \|$/gm)].flatMap(([, names = '', scopes = '']) => {
    const each = scopes.split(', ')
    return names.split(', ').map((name, index) => [name.replaceAll('`', ''), each[index]?.replaceAll('`', '')] as const)
  })
  const listed = await (await connect(t, service.url, service.key)).listTools()
  assert.deepEqual(
    rows.map(([name]) => name),
    listed.tools.map(({ name }) => name),
  )
  for (const scope of ['images:write', 'videos:write', 'tasks:read', 'tasks:write'] as const) {
    const client = await connect(t, service.url, await service.newKey({ scopes: [scope] }))
    assert.deepEqual(
      (await client.listTools()).tools.map(({ name }) => name),
      rows.filter(([, needed]) => needed === 'any key' || needed === scope).map(([name]) => name),
    )
  }
})
