import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { atEnd, temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { ended, runMediagen, startMediagen } from '../support/run-mediagen.ts'
import { openService } from '../support/service.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'

type Got = { path: string; body: string; headers: Record<string, string> }

/** A receiver on this machine that keeps all it gets. */
async function receiver(t: TestContext, status = 204): Promise<{ url: string; got: Got[] }> {
  const got: Got[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      got.push({ path: request.url ?? '', body, headers: request.headers as Record<string, string> })
      response.writeHead(status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(t, () => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got }
}

async function listen(t: TestContext, args: string[], env: Record<string, string>) {
  const child = startMediagen(['listen', '--no-json', ...args], { cwd: await temporaryFolder(t), env })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const over = ended(child)
  atEnd(t, async () => {
    child.kill('SIGKILL')
    await over
  })
  await eventually(() => (said.includes('Listening to') ? true : undefined))
  return { child, over, said: () => said }
}

test('listen forwards the very bytes and the very signature that a webhook has, and each end once', async (t) => {
  const service = await openService(t)
  const [hook, local] = [await receiver(t), await receiver(t)]
  const env = { MEDIAGEN_URL: service.url, MEDIAGEN_API_KEY: service.key }
  const { child, over } = await listen(t, ['--forward-to', `${local.url}/hook`], env)
  for (const prompt of ['a boat', 'x [[fail provider_error]]', 'slow [[delay 1s]]'])
    await service.call('/api/ai/videos', { json: { model: 'sandbox', prompt, webhookUrl: `${hook.url}/hook` } })
  await eventually(() => (hook.got.length === 3 && local.got.length === 3 ? true : undefined))
  const bodies = (all: Got[]): string[] => all.map(({ body }) => body).toSorted()
  assert.deepEqual(bodies(local.got), bodies(hook.got))
  const ids = (all: Got[]): string[] => all.map(({ headers }) => headers['webhook-id'] ?? '').toSorted()
  assert.deepEqual(ids(local.got), ids(hook.got))
  const secrets = (await (await service.call('/api/ai/webhooks/secret')).json()) as { secrets: { secret: string }[] }
  const verifier = new Webhook(secrets.secrets[0]?.secret ?? '')
  for (const { body, headers, path } of local.got) {
    assert.equal(path, '/hook')
    verifier.verify(body, headers)
  }
  child.kill('SIGINT')
  const { code, out } = await over
  assert.equal(code, 130)
  assert.equal(out.match(/→ 204 in \d+ ms/g)?.length, 3)
  assert.equal(local.got.length, 3)
})

test('what ends while the service is out of reach is told when it is back', async (t) => {
  const service = await openService(t)
  const proxy = await openTcpProxy(() => Number(new URL(service.url).port))
  atEnd(t, () => proxy.close())
  const env = { MEDIAGEN_URL: `http://127.0.0.1:${proxy.port}`, MEDIAGEN_API_KEY: service.key }
  const local = await receiver(t, 500)
  const { child, over, said } = await listen(t, ['--forward-to', local.url], env)
  proxy.trouble({ kind: 'refuse' })
  await eventually(() => (said().includes('is not responding') ? true : undefined))
  const made = await service.call('/api/ai/images/generations', { json: { model: 'sandbox', prompt: 'a fox' } })
  const id = made.headers.get('x-task-id') ?? ''
  proxy.trouble()
  await eventually(() => (local.got.length > 0 ? true : undefined))
  assert.equal((JSON.parse(local.got[0]?.body ?? '') as { id: string }).id, id)
  child.kill('SIGINT')
  const { out, err } = await over
  assert.match(err, /The service is back/)
  assert.match(out, /→ 500 in \d+ ms: only 2xx counts as received/)
})

test('trigger sends a signed sample without any service, and tells by its exit code whether it was taken', async (t) => {
  const [good, bad] = [await receiver(t), await receiver(t, 400)]
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  for (const sample of ['success', 'fail', 'slow']) {
    const { code, err } = await runMediagen(['trigger', sample, '--to', good.url, '--secret', secret])
    assert.equal(code, 0, err)
  }
  const statuses = good.got.map(({ body, headers }) => {
    new Webhook(secret).verify(body, headers)
    return (JSON.parse(body) as { status: string }).status
  })
  assert.deepEqual(statuses, ['success', 'failed', 'success'])
  assert.equal((await runMediagen(['trigger', 'success', '--to', bad.url])).code, 1)
  const [answer] = bad.got
  assert.ok(answer !== undefined)
  assert.equal((await runMediagen(['trigger', 'maybe', '--to', bad.url])).code, 2)
})
