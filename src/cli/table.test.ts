import assert from 'node:assert/strict'
import { test } from 'node:test'
import { table } from './table.ts'
import { textWidth } from './terminal/text-width.ts'

const ROWS = [
  ['ID', 'STATUS', 'MODEL'],
  ['7054902615082489731641', 'failed: content_policy_violation', 'a model with a very long name'],
  ['1', '成功', '🦊 fox'],
]

test('without a window every cell is whole, and wide letters take the room that they take', () => {
  const lines = table(ROWS).trimEnd().split('\n')
  assert.ok(lines[1]?.includes('content_policy_violation  a model with a very long name'))
  const column = (line = '', word = ''): number => textWidth(line.slice(0, line.indexOf(word)))
  assert.equal(column(lines[2], '🦊'), column(lines[1], 'a model'))
})

test('columns move together before anything is cut', () => {
  const rows = [
    ['ID', 'STATUS'],
    ['1234', 'success'],
  ]
  assert.equal(table(rows, { columns: 12 }), 'ID   STATUS\n1234 success\n')
  assert.equal(table(rows, { columns: 13 }), 'ID    STATUS\n1234  success\n')
})

test('no line is wider than the window, and an id stays whole', () => {
  for (const columns of [80, 60, 50]) {
    const lines = table(ROWS, { columns, whole: [0] })
      .trimEnd()
      .split('\n')
    assert.equal(lines.length, 3)
    for (const line of lines) assert.ok(textWidth(line) <= columns, `${columns}: ${line}`)
    assert.ok(lines[1]?.startsWith('7054902615082489731641  '))
    assert.match(lines[1] ?? '', /…/)
  }
})

test('where columns would be too narrow to read, each row is a few lines', () => {
  const text = table(ROWS, { columns: 32, whole: [0] })
  assert.match(text, /^ID {6}7054902615082489731641\nSTATUS {2}failed: /)
  for (const line of text.split('\n')) assert.ok(textWidth(line) <= 32, line)
})
