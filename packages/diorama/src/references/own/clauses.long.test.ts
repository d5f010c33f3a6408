import assert from 'node:assert/strict'
import test from 'node:test'
import { clausesOf } from './clauses.ts'

const WISHES: readonly [wish: string, ...parts: string[]][] = [
  ['hey, swap the bear for a kitten pls, thanks', 'swap the bear for a kitten'],
  ['just two cats', 'just two cats'],
  [
    'bitte mach den Hund rot und füge einen Baum hinzu, der Rest bleibt gleich',
    'mach den Hund rot',
    'füge einen Baum hinzu',
  ],
  ['add snow and a hat, keep everything else the same', 'add snow', 'add a hat'],
  ['пожалуйста, добавь дождь и зонт', 'добавь дождь', 'добавь зонт'],
  ['请把猫变成狗，其他保持不变', '把猫变成狗'],
]
for (const [wish, ...parts] of WISHES) test(`the parts of: ${wish}`, () => assert.deepEqual(clausesOf(wish), parts))
