import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Operation } from '../../src/http/docs/api-document.ts'
import { operationSection } from '../../src/http/docs/operation-section.ts'
import { pngOf } from '../support/uploads.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { openService } from '../support/service.ts'

const plain = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** The commands of a page, in order. */
function commandsIn(page: string): string[] {
  const blocks = [...page.matchAll(/<pre><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, text = '']) => plain(text))
  return blocks.filter((text) => text.startsWith('curl '))
}

async function paste(command: string, folder: string, key: string): Promise<string> {
  const env = { ...process.env, MEDIAGEN_API_KEY: key }
  const shell = spawn('bash', ['-c', command.replace(/^curl /, 'curl -s -i ')], { cwd: folder, env })
  return Buffer.concat(await shell.stdout.toArray()).toString()
}

test('every command of /docs reaches its route when it is pasted: no wrong method, form or missing key', async (t) => {
  const service = await openService(t)
  const folder = await temporaryFolder(t)
  const page = await (await fetch(`${service.url}/docs`)).text()
  for (const [, name = ''] of page.matchAll(/=@([\w.]+)/g)) await writeFile(join(folder, name), await pngOf())
  const commands = commandsIn(page)
  const headings = [...page.matchAll(/<h3>Try it/g)]
  assert.ok(commands.length >= headings.length && headings.length > 15, `${commands.length} for ${headings.length}`)
  for (const command of commands) {
    // The quick model, an address where nobody listens, and an id that nobody has.
    const here = command
      .replaceAll('"diorama"', '"sandbox"')
      .replaceAll('=diorama', '=sandbox')
      .replaceAll('https://example.com', 'http://127.0.0.1:1')
      .replaceAll(/<\w+>/g, '1')
    const answer = await paste(here, folder, service.key)
    const status = Number(/^HTTP\/1\.1 (?!100)(\d+)/m.exec(answer)?.[1])
    const code = /"code":"(\w+)"/.exec(answer)?.[1]
    const known = [
      'task_not_found',
      'file_not_found',
      'key_not_found',
      'engine_not_found',
      'image_url_unreachable',
    ].includes(code ?? '')
    assert.ok(status < 300 || known, `${here}\n${answer}`)
  }
})

const place = { baseUrl: 'http://h', path: '/things/{id}', method: 'POST' }
const answers = { responses: { 200: { description: 'Done.' } } }
const shown = (operation: Partial<Operation>): string =>
  plain(operationSection({ summary: 'A thing', ...answers, ...operation }, place).text)

test('/docs asks for a key only where one is needed', () => {
  const key = 'Authorization: Bearer'
  assert.ok(shown({ security: [{ apiKey: [] }] }).includes(key))
  assert.ok(!shown({}).includes(key))
  assert.ok(!shown({ security: [] }).includes(key), 'an empty list means that anyone may call')
})

test('/docs says where a parameter goes, and offers only the body forms that there are', () => {
  const parameters = [
    { name: 'id', in: 'path', required: true },
    { name: 'days', in: 'query' },
    { name: 'idempotency-key', in: 'header' },
  ]
  const page = shown({ parameters }).replaceAll(/\s+/g, ' ')
  for (const [name, where] of [
    ['id', 'in the path'],
    ['days', 'in the query'],
    ['idempotency-key', 'header'],
  ]) {
    assert.match(page, new RegExp(`<code>${name}</code>[^/]*(?:</span>)?</td> <td>${where}</td>`))
  }
  const json = { 'application/json': { example: { since: 1 } } }
  const form = { 'multipart/form-data': { example: { image: ['a.png'] } } }
  const jsonOnly = shown({ requestBody: { content: json } })
  assert.ok(jsonOnly.includes('Try it with JSON') && !jsonOnly.includes('Try it with files'))
  const both = shown({ requestBody: { content: { ...json, ...form } } })
  assert.ok(both.includes('Try it with JSON') && both.includes("-F 'image=@a.png'"))
})
