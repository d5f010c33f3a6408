import assert from 'node:assert/strict'
import { test } from 'node:test'
import { downloadName } from './download-name.ts'

test('a saved result is called by its prompt, in any script, and by its task', () => {
  const url = 'http://here/files/3kTqZ8mW.png?width=64'
  const name = (prompt: string): string => downloadName({ id: '5182992623190269646117', prompt }, url)
  assert.equal(name('A red fox, in a snowy forest at dawn'), 'a-red-fox-in-a-snowy-646117.png')
  assert.equal(name('../../etc/passwd'), 'etc-passwd-646117.png')
  assert.equal(name('صورة ثعلب'), 'صورة-ثعلب-646117.png')
  assert.equal(name('!'), '646117.png')
  assert.equal(name('w'.repeat(300)).length, 48 + '-646117.png'.length)
})
