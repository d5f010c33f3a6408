import assert from 'node:assert/strict'
import { test } from 'node:test'
import { traceContextOf, traceField, traceHeaders } from './trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const PARENT = `00-${TRACE}-${SPAN}-01`

test('a place in a trace is read from the headers and passed on as it came', () => {
  assert.equal(traceContextOf(PARENT, undefined), PARENT)
  assert.deepEqual(traceHeaders(traceContextOf(PARENT, undefined)), { traceparent: PARENT })
  const state = 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE'
  assert.deepEqual(traceHeaders(traceContextOf(PARENT, state)), { traceparent: PARENT, tracestate: state })
  assert.deepEqual(traceField(traceContextOf(PARENT, state)), { traceId: TRACE })
})

test('of a later version what is known is used; of the flags, the one that is known', () => {
  assert.equal(traceContextOf(`cc-${TRACE}-${SPAN}-09-what-may-come`, undefined), PARENT)
  assert.equal(traceContextOf(`00-${TRACE}-${SPAN}-02`, undefined), `00-${TRACE}-${SPAN}-00`)
})

test('what is no place in a trace is passed over', () => {
  for (const wrong of [
    undefined,
    '',
    'hello',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}`,
    `${PARENT}, ${PARENT}`,
  ])
    assert.equal(traceContextOf(wrong, 'a=b'), null, String(wrong))
  assert.deepEqual([traceHeaders(null), traceField(null)], [{}, { traceId: undefined }])
})

test('a state that cannot be passed on whole is dropped, and the place stays', () => {
  for (const state of ['', ' ', 'a=ä', 'a=b\r\nx: y', `a=${'x'.repeat(511)}`])
    assert.equal(traceContextOf(PARENT, state), PARENT, state)
})
