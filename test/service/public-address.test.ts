import assert from 'node:assert/strict'
import { test } from 'node:test'
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
  const service = await openService(t, { env: { MEDIAGEN_PUBLIC_HOSTS: 'media.lan, other.lan' } })
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
