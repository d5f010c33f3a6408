import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepts } from './accept.ts'

for (const header of [
  undefined,
  '',
  '*/*',
  'application/json',
  'application/*',
  'APPLICATION/JSON',
  'text/html, application/json;q=0.1',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html;q=0, */*',
  'application/json; version=2',
]) {
  test(`Accept: ${header ?? '(none)'} takes JSON`, () => assert.equal(accepts(header, 'application/json'), true))
}

for (const header of [
  'text/html',
  'image/*',
  'application/xml',
  'application/json;q=0',
  '*/*;q=0',
  'application/json;q=0, */*',
  'application/*;q=0, */*;q=1',
  'nonsense',
]) {
  test(`Accept: ${header} rules JSON out`, () => assert.equal(accepts(header, 'application/json'), false))
}
