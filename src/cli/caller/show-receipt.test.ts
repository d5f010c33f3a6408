import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Receipt } from '@mediagen/client'
import type { Screen } from '../terminal/screen.ts'
import { textWidth } from '../terminal/text-width.ts'
import { receiptText } from './show-receipt.ts'

const RECEIPT = {
  id: '7054902615082489731641',
  object: 'task',
  kind: 'image',
  model: 'diorama',
  status: 'failed',
  step: null,
  progress: 0,
  created: 1,
  started: null,
  finished: 2,
  error: { code: 'provider_error', message: 'It said \u001b[2J and went away.' },
  queue_position: null,
  prompt: 'ein Fuchs im Schnee, 狐狸在雪地里, and a good many words that do not fit into any narrow window …',
  asked: {
    aspect_ratio: null,
    size: null,
    seed: 3,
    seconds: 4,
    audio: null,
    negative_prompt: null,
    quality: null,
    background: null,
    output_format: null,
    strength: null,
    style: null,
    options: null,
  },
  effective: null,
  warnings: ['\u202eturned around'],
  group: null,
  remix_of: null,
  attempts: 1,
  queue_seconds: 65,
  run_seconds: null,
  deadline: 3,
  webhook_url: null,
  files: [],
  deliveries: [],
} as Partial<Receipt> as Receipt

const screenOf = (columns: number): Screen => ({
  isJson: false,
  isLive: true,
  isShown: true,
  columns,
  print: () => undefined,
  printJson: () => undefined,
  note: () => undefined,
  paint: (_style, text) => text,
})

test('a receipt fits into its window by whole words, and says everything', () => {
  const wide = receiptText(RECEIPT, screenOf(Infinity))
  assert.match(wide, /^Prompt {6}ein Fuchs im Schnee, 狐狸在雪地里, and .* narrow window …$/m)
  assert.match(wide, /^Waited {6}1 min 5 s$/m)
  for (const columns of [80, 60, 40]) {
    const lines = receiptText(RECEIPT, screenOf(columns)).split('\n')
    for (const line of lines) assert.ok(textWidth(line) <= columns, `${columns}: ${line}`)
    const words = lines.map((line) => line.slice(12).trim()).join(' ')
    assert.ok(words.includes(RECEIPT.prompt), words)
  }
})

test('nothing that a receipt quotes can act on the terminal', () => {
  const text = receiptText(RECEIPT, screenOf(80))
  assert.ok(!text.includes('\u001b') && !text.includes('\u202e'))
  assert.match(text, /It said \\u001b\[2J and went away\. \(provider_error\)/)
})
