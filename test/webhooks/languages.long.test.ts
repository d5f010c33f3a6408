import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/at-end.ts'
import { openReceiver } from './receiver.ts'
import { isDelivered, openSender } from './sender.ts'

const PAGE = readFileSync(resolve(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')

/** How the page's function is called with `[secret, headers, body]` from standard input, answering true or false. */
const LANGUAGES = [
  {
    name: 'Python',
    block: 'python',
    file: 'check.py',
    probe: ['python3', '--version'],
    run: ['python3', 'check.py'],
    call: `
import json, sys
secret, headers, body = json.load(sys.stdin)
print("true" if is_genuine(secret, headers, body.encode()) else "false")`,
  },
  {
    name: 'Go',
    block: 'go',
    file: 'check.go',
    probe: ['go', 'version'],
    build: ['go', 'build', '-o', 'check', 'check.go', 'main.go'],
    run: ['./check'],
    call: '',
    more: {
      'main.go': `package main

import (
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	var given []json.RawMessage
	var secret, body string
	var plain map[string]string
	json.NewDecoder(os.Stdin).Decode(&given)
	json.Unmarshal(given[0], &secret)
	json.Unmarshal(given[1], &plain)
	json.Unmarshal(given[2], &body)
	header := func(name string) string { return plain[name] }
	fmt.Println(isGenuine(secret, header, []byte(body)))
}
`,
    },
  },
  {
    name: 'PHP',
    block: 'php',
    file: 'check.php',
    probe: ['php', '--version'],
    run: ['php', 'check.php'],
    call: `
[$secret, $headers, $body] = json_decode(file_get_contents('php://stdin'), true);
echo is_genuine($secret, $headers, $body) ? 'true' : 'false';`,
  },
] as const

const start = ([command = '', ...args]: readonly string[], cwd: string, input = '') =>
  spawnSync(command, args, { cwd, input, encoding: 'utf8' })

test('the page has a way to verify for each of these languages', () => {
  for (const { block } of LANGUAGES) assert.match(PAGE, new RegExp(`^\`\`\`${block}\\n`, 'm'))
})

for (const language of LANGUAGES.filter(({ probe }) => start(probe, '/').status === 0)) {
  test(`${language.name}: the page's function takes what we send, and nothing else`, async (t) => {
    const folder = await temporaryFolder(t)
    const code = new RegExp(`^\`\`\`${language.block}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(PAGE)?.[1] ?? ''
    await writeFile(join(folder, language.file), `${code}${language.call}\n`)
    const more = 'more' in language ? Object.entries(language.more) : []
    for (const [name, source] of more) await writeFile(join(folder, name), source)
    const built = 'build' in language ? start(language.build, folder) : undefined
    assert.equal(built?.status ?? 0, 0, built?.stderr ?? '')
    const receiver = await openReceiver(t)
    const sender = await openSender(t)
    const [old = ''] = await sender.secrets()
    const { secret } = (await sender.post('/api/ai/webhooks/secret/rotate')) as { secret: string }
    await sender.delivery(await sender.submit(receiver.url, 'naïve 日本語 [[fail no_output]]'), isDelivered)
    const [arrival] = receiver.arrivals
    assert.ok(arrival !== undefined)
    const { headers, body } = arrival
    const verdict = (...given: [string, Record<string, string>, string]): string => {
      const { stdout, stderr } = start(language.run, folder, JSON.stringify(given))
      assert.match(stdout.trim(), /^(?:true|false)$/, stdout + stderr)
      return stdout.trim()
    }
    assert.equal(verdict(secret, headers, body), 'true')
    assert.equal(verdict(old, headers, body), 'true')
    assert.equal(verdict(secret, headers, `${body} `), 'false')
    assert.equal(verdict(secret, { ...headers, 'webhook-id': 'msg_other' }, body), 'false')
    assert.equal(verdict(secret, { ...headers, 'webhook-timestamp': String(arrival.timestamp - 301) }, body), 'false')
    assert.equal(verdict(secret, { ...headers, 'webhook-signature': 'v1,' }, body), 'false')
    assert.equal(verdict(`whsec_${Buffer.alloc(32).toString('base64')}`, headers, body), 'false')
  })
}
