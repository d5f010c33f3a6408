import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { manualClock } from '../../test/support/manual-clock.ts'
import { gatherLines } from './gathered-lines.ts'

function opened() {
  const clock = manualClock()
  const written: string[] = []
  return { clock, written, lines: gatherLines({ clock, write: (text) => written.push(text) }) }
}

test('a line after a silence is written at once, those on its heels together and in order', async () => {
  const { clock, written, lines } = opened()
  lines.add('1\n', false)
  assert.deepEqual(written, ['1\n'])
  lines.add('2\n', false)
  lines.add('3\n', false)
  await clock.advance(4)
  assert.deepEqual(written, ['1\n'])
  await clock.advance(1)
  assert.deepEqual(written, ['1\n', '2\n3\n'])
  await clock.advance(10)
  lines.add('4\n', false)
  assert.deepEqual(written, ['1\n', '2\n3\n', '4\n'])
  lines.close()
})

test('an urgent line waits for nothing, and takes along what came before it', () => {
  const { written, lines } = opened()
  for (const line of ['1\n', '2\n']) lines.add(line, false)
  lines.add('3\n', true)
  assert.deepEqual(written, ['1\n', '2\n3\n'])
  lines.close()
})

test('what is held is bounded, and after the close nothing is held', () => {
  const { written, lines } = opened()
  const line = `${'x'.repeat(99)}\n`
  for (let count = 0; count < 1_000; count++) lines.add(line, false)
  assert.ok(written.length > 5 && written.length < 100, `${written.length} pieces`)
  lines.close()
  lines.add('last\n', false)
  assert.equal(written.join(''), `${line.repeat(1_000)}last\n`)
})

const PROGRAM = `
  import { gatherLines } from ${JSON.stringify(import.meta.resolve('./gathered-lines.ts'))}
  import { systemClock } from ${JSON.stringify(import.meta.resolve('./system.ts'))}
  const lines = gatherLines({ clock: systemClock, write: (text) => process.stderr.write(text) })
  for (let number = 1; number <= 1000; number++) lines.add('line ' + number + '\\n', false)
`
const ENDINGS = {
  'by itself': '',
  'by process.exit': 'process.exit(3)',
  'by a throw that nobody catches': 'throw new Error("nobody catches this")',
  'by a promise that nobody handles': 'Promise.reject(new Error("nobody handles this"))',
}

for (const [ending, code] of Object.entries(ENDINGS))
  test(`a process that ends ${ending} has written every line`, () => {
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM + code], { encoding: 'utf8' })
    const lines = stderr.split('\n').filter((line) => line.startsWith('line '))
    assert.equal(lines.length, 1_000, stderr.slice(-500))
    assert.equal(lines.at(-1), 'line 1000')
  })
