import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf } from './csv.ts'

test('cells are quoted where they must be, and none becomes a formula', () => {
  const rows = [
    ['a "b", c', -1.5, null],
    ['=1+1', 0, 'line\nbreak'],
    ['-x', 1e-7, '@y'],
  ]
  assert.equal(
    csvOf(['x', 'y', 'z'], rows),
    'x,y,z\r\n"a ""b"", c",-1.5,\r\n\'=1+1,0,"line\nbreak"\r\n\'-x,1e-7,\'@y\r\n',
  )
})
