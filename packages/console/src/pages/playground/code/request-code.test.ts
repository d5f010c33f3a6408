import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { stripTypeScriptTypes } from 'node:module'
import { test } from 'node:test'
import type { Wish } from '../form/request.ts'
import { codeOf, LANGUAGES } from './request-code.ts'

const baseURL = 'http://127.0.0.1:8080'
const wish: Wish = {
  kind: 'image',
  model: 'sandbox',
  prompt: 'it\'s "odd": $HOME `ls` \\ é',
  aspect_ratio: '4:3',
  seed: 7,
  n: 2,
  references: [
    { id: '1', name: 'my own.png', url: 'data:image/png;base64,AA==' },
    { id: '2', name: 'x.png', url: `${baseURL}/files/x.png` },
  ],
}
const withoutFiles: Wish = { ...wish, references: wish.references.slice(1) }

/** The words that a shell makes of a command, one a line, each as JSON. */
function wordsOf(command: string): string[] {
  const print = `node -e 'for (const word of process.argv.slice(1)) console.log(JSON.stringify(word))' --`
  const line = command.replace(/^\w+/, print)
  const env = { PATH: process.env['PATH'], MEDIAGEN_API_KEY: 'mg_key' }
  const out = execFileSync('sh', ['-c', line], { encoding: 'utf8', env })
  return out
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as string)
}

test('a shell reads the command as it was meant, whatever is in the prompt', () => {
  const words = wordsOf(codeOf('curl', { wish: withoutFiles, baseURL }))
  assert.deepEqual(words.slice(0, 5), [
    `${baseURL}/api/ai/images/generations`,
    '-H',
    'Authorization: Bearer mg_key',
    '-H',
    'Content-Type: application/json',
  ])
  const { kind: _, references, ...fields } = withoutFiles
  assert.deepEqual(JSON.parse(words[6] ?? ''), { ...fields, image: references.map(({ url }) => url) })
  const own = wordsOf(codeOf('Command line', { wish, baseURL }))
  assert.deepEqual(own.slice(0, 2), ['image', wish.prompt])
  assert.ok(own.join(' ').includes('--image my own.png --image http'))
})

test('files go as a form, in the order that gives them their roles', () => {
  const words = wordsOf(codeOf('curl', { wish, baseURL }))
  assert.deepEqual(words.slice(-4), ['-F', 'image=@my own.png', '-F', `image=${baseURL}/files/x.png`])
  // Taken as it is: with -F, a prompt that begins with @ would name a file.
  assert.ok(
    words.includes(`prompt=${wish.prompt}`) && words[words.indexOf(`prompt=${wish.prompt}`) - 1] === '--form-string',
  )
})

test('roles have fields of their own, a mask is a file, and files are named as such', () => {
  const [own, other] = wish.references
  if (own === undefined || other === undefined) throw new Error('there are two')
  const masked: Wish = {
    ...wish,
    references: [
      { ...own, role: 'source', mask: 'data:,' },
      { ...other, role: 'reference' },
    ],
  }
  const words = wordsOf(codeOf('curl', { wish: masked, baseURL }))
  assert.deepEqual(words.slice(-6), ['-F', 'image=@my own.png', '-F', `image=${other.url}`, '-F', 'mask=@mask.png'])
  assert.match(
    codeOf('TypeScript', { wish: masked, baseURL }),
    /fileFrom\("my own\.png"\)[^]*mask: fileFrom\("mask\.png"\)/,
  )
  assert.match(codeOf('Command line', { wish: masked, baseURL }), /--mask mask\.png/)
  const last: Wish = { ...wish, kind: 'video', references: [{ ...other, role: 'last_frame' }] }
  assert.match(codeOf('curl', { wish: last, baseURL }), /"last_frame": "http/)
  assert.match(codeOf('Python', { wish: last, baseURL }), /"last_frame": "http/)
  assert.match(codeOf('Command line', { wish: last, baseURL }), /--last-frame http/)
  const source: Wish = { ...wish, references: [{ ...other, role: 'source' }] }
  assert.match(codeOf('curl', { wish: source, baseURL }), /"role": "source"/)
  const steps: Wish = { ...masked, options: { steps: 4, hires: true } }
  assert.ok(wordsOf(codeOf('curl', { wish: steps, baseURL })).includes('options={"steps":4,"hires":true}'))
  assert.match(codeOf('Command line', { wish: steps, baseURL }), /--option steps=4 \\\n  --option hires=true/)
})

test('the programs can be read by what runs them, and hold no key', () => {
  for (const each of [wish, withoutFiles, { ...wish, kind: 'video' as const }]) {
    const typed = codeOf('TypeScript', { wish: each, baseURL })
    assert.ok(stripTypeScriptTypes(typed).includes(`client.${each.kind}s.generate(`))
    // Compiled and not run: the library may be missing here.
    const python = codeOf('Python', { wish: each, baseURL })
    execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: python })
    for (const language of LANGUAGES) assert.doesNotMatch(codeOf(language, { wish: each, baseURL }), /mg_/)
  }
})
