import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canary } from '../support/canary.ts'
import { rawExchange } from '../support/raw-http.ts'
import { openService, type TestService } from '../support/service.ts'

function askAs(service: TestService, host: string, json: object): Promise<string> {
  const body = JSON.stringify(json)
  const head = `Host: ${host}\r\nAuthorization: Bearer ${service.key}\r\nConnection: close\r\n`
  return rawExchange(
    service.url,
    `POST /api/ai/images/generations HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
}

test('results are addressed under a listed name that was asked for, never under a forged one, and are references again', async (t) => {
  // The second one is not bound to loopback alone, where other names are not even answered.
  const service = await openService(t, { env: { HOST: '0.0.0.0', MEDIAGEN_PUBLIC_HOSTS: 'media.lan:8000, other.lan' } })
  const json = { model: 'sandbox', prompt: 'a fox' }
  const named = /"url":"(http:\/\/media\.lan:8000\/files\/[^"]+)"/.exec(
    await askAs(service, 'media.lan:8000', json),
  )?.[1]
  assert.ok(named !== undefined)
  const forged = await askAs(service, 'evil.example', json)
  assert.ok(forged.includes(`"url":"${service.publicUrl}/files/`) && !forged.includes('evil'))
  // The address leads back to us: it is read where it lies, for nobody could fetch it here.
  assert.match(await askAs(service, 'evil.example', { ...json, image: named }), /^HTTP\/1\.1 200 /)
})

test('a service on loopback answers only to names of this machine and configured names, and 421 to any other', async (t) => {
  const env = { MEDIAGEN_PUBLIC_HOSTS: 'https://media.example.com', MEDIAGEN_METRICS_PORT: '0' }
  const service = await openService(t, { env })
  const line = service.logLines.find((each) => each.includes('metrics are served'))
  const metrics = (JSON.parse(line ?? '') as { url: string }).url
  const ask = (url: string, host: string): Promise<string> =>
    rawExchange(url, `GET ${new URL(url).pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  for (const url of [`${service.url}/healthz`, `${service.url}/`, `${service.url}/openapi.json`, metrics]) {
    for (const host of ['localhost', '127.0.0.1:1', '[::1]', 'media.example.com'])
      assert.match(await ask(url, host), /^HTTP\/1\.1 (?:200|404) /, `${url} ${host}`)
    for (const host of ['evil.example', 'media.example.com.evil.example', '127.0.0.1.evil.example'])
      assert.match(await ask(url, host), /^HTTP\/1\.1 421 /, `${url} ${host}`)
  }
  assert.match(
    await ask(`${service.url}/healthz`, 'evil.example'),
    /"code":"misdirected_request"[^]*MEDIAGEN_PUBLIC_URL/,
  )
  const open = await openService(t, { env: { HOST: '0.0.0.0' } })
  assert.match(await ask(`${open.url}/healthz`, 'evil.example'), /^HTTP\/1\.1 200 /)
})

test('the log says at the start that callers may name addresses of this machine, and only where they may', async (t) => {
  const theirs = await canary(t)
  for (const [env, isSaid] of [
    [{}, true],
    [{ MEDIAGEN_PUBLIC_HOSTS: 'media.example.com' }, false],
    [{ MEDIAGEN_TRUST_PROXY: '127.0.0.1' }, false],
    [{ MEDIAGEN_CORS_ORIGINS: 'https://app.example.com' }, false],
  ] as const) {
    const service = await openService(t, { env })
    const lines = service.logLines.filter((line) => line.includes('webhooks and image URLs may point to this machine'))
    assert.equal(lines.length, isSaid ? 1 : 0, JSON.stringify(env))
    const json = { url: `http://127.0.0.1:${theirs.port}/hook` }
    const trial = await service.call('/api/ai/webhooks/test', { json })
    const { delivered } = (await trial.json().catch(() => ({}))) as { delivered?: boolean }
    assert.equal(delivered === true, isSaid, JSON.stringify(env))
  }
})
