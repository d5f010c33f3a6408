import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MIMEType } from 'node:util'
import { CONTENT_TYPES } from '../../scripts/fuzz/content-types.ts'
import { exchange } from '../../scripts/fuzz/exchange.ts'
import { someOf } from '../support/long.ts'
import { openService } from '../support/service.ts'

const DOORS: Readonly<Record<string, unknown>> = {
  '/api/ai/images/generations': { prompt: 'a cat', model: 'sandbox' },
  '/api/ai/videos': { prompt: 'a cat', model: 'sandbox' },
  '/api/ai/webhooks/redeliver': { since: 1 },
  '/v1/images/generations': { prompt: 'a cat', model: 'sandbox' },
  '/v1/videos': { prompt: 'a cat', model: 'sandbox' },
  '/sdapi/v1/txt2img': { prompt: 'a cat', override_settings: { sd_model_checkpoint: 'sandbox' } },
  '/mcp': { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
}

/** What the platform's own parser makes of a Content-Type: JSON in UTF-8, or something else. */
function isJson(text: string): boolean {
  try {
    const { essence, params } = new MIMEType(text)
    return essence === 'application/json' && /^(?:utf-?8|us-ascii)$/i.test(params.get('charset') ?? 'utf-8')
  } catch {
    return false
  }
}

test('two hundred odd content types, some of them at every door: JSON is read only with the content type of JSON', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_AUTOMATIC1111: 'on' } })
  const types = [...new Set(CONTENT_TYPES)]
  assert.ok(types.length >= 200)
  const bypasses: string[] = []
  let accepted = 0
  for (const [index, [target, json]] of Object.entries(DOORS).entries()) {
    const body = Buffer.from(JSON.stringify(json))
    // One parser reads for all doors: the first meets every type, the others meet some of each kind.
    const met = index === 0 ? types : [...someOf(types, 40), 'application/json']
    await Promise.all(
      met.map(async (type) => {
        const headers = {
          authorization: `Bearer ${service.key}`,
          'content-type': type,
          accept: 'application/json, text/event-stream',
        }
        const { status } = await exchange(service.url, { method: 'POST', target, headers, body })
        assert.ok(status >= 200 && status < 500, `${target} ${type}: ${status}`)
        if (status === 200) accepted++
        if (status === 200 && !isJson(type)) bypasses.push(`${target} took ${type}`)
      }),
    )
  }
  assert.deepEqual(bypasses, [])
  assert.ok(accepted >= Object.keys(DOORS).length)
})
