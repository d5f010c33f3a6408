import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyText, priceText } from './money-text.ts'

test('an amount has cents, and a small one as many digits as it needs', () => {
  const texts = {
    $0: 0,
    '$0.40': 0.4,
    '$0.04': 0.04,
    '$0.0315': 0.0315,
    '$0.00588': 0.00588,
    '$0.000001': 0.000001,
    '$0.30': 0.1 + 0.2,
    '$1.00': 0.9999999999,
    '$5.00': 5,
    '$100.00': 100,
    '$12.35': 12.345678,
    '$1,234,567.80': 1_234_567.8,
    '-$0.05': -0.05,
    '-$1,000.00': -1_000,
  }
  for (const [text, usd] of Object.entries(texts)) assert.equal(moneyText(usd), text)
})

test('a price is never rounded', () => {
  assert.deepEqual([1.125, 2, 0.0672, 1e-9].map(priceText), ['$1.125', '$2.00', '$0.0672', '$0.000000001'])
})
