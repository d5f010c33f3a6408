import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually } from '../support/eventually.ts'
import { openReceiver } from './receiver.ts'
import { isDelivered, openSender } from './sender.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'

const PAGE = fileURLToPath(new URL('../../docs/webhooks.md', import.meta.url))

async function examples(): Promise<string[]> {
  const page = await readFile(PAGE, 'utf8')
  return [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code = '']) => code)
}

test('the page verifies without a library what we send, and nothing else', async (t) => {
  const [, code = ''] = await examples()
  const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    isGenuine: (secret: string, headers: Record<string, string>, body: string) => boolean
  }
  const receiver = await openReceiver(t)
  const sender = await openSender(t)
  const [old = ''] = await sender.secrets()
  const { secret: fresh } = (await sender.post('/api/ai/webhooks/secret/rotate')) as { secret: string }
  await sender.delivery(await sender.submit(receiver.url, '[[fail no_output]]'), isDelivered)
  const [arrival] = receiver.arrivals
  assert.ok(arrival !== undefined)
  const { headers, body } = arrival
  assert.ok(isGenuine(fresh, headers, body) && isGenuine(old, headers, body))
  const lies: [string, Record<string, string>, string][] = [
    [fresh, headers, `${body} `],
    [fresh, { ...headers, 'webhook-id': 'msg_other' }, body],
    [fresh, { ...headers, 'webhook-timestamp': String(arrival.timestamp - 301) }, body],
    [fresh, { ...headers, 'webhook-timestamp': 'now' }, body],
    [fresh, { ...headers, 'webhook-signature': 'v1,' }, body],
    [fresh, {}, body],
    [`whsec_${Buffer.alloc(32).toString('base64')}`, headers, body],
  ]
  for (const lie of lies) assert.equal(isGenuine(...lie), false)
})

test("the page's receiver runs as it is printed: it takes what is ours and refuses what is not", async (t) => {
  const [code = ''] = await examples()
  const sender = await openSender(t)
  const [secret = ''] = await sender.secrets()
  const program = join(await temporaryFolder(t), 'receiver.mjs')
  const printable = code
    .replace(`'standardwebhooks'`, `'${import.meta.resolve('standardwebhooks')}'`)
    .replace('.listen(3000)', '.listen(0, function () { console.log(this.address().port) })')
  await writeFile(program, printable)
  const env = { WEBHOOK_SECRET: secret }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  atEnd(t, () => child.kill())
  let printed = ''
  child.stdout.on('data', (text: Buffer) => (printed += text.toString()))
  await once(child.stdout, 'data')
  const url = `http://127.0.0.1:${printed.trim()}/hook`
  const id = await sender.submit(url, '[[fail no_output]]')
  const { attempts } = await sender.delivery(id, isDelivered)
  assert.equal(attempts[0]?.status, 204)
  await eventually(() => printed.includes(`${id} failed`) || undefined)
  const stranger = await fetch(url, { method: 'POST', body: '{}', headers: { 'webhook-id': 'x' } })
  assert.equal(stranger.status, 401)
})
