import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseError } from 'pg'
import { AppError, Interrupted } from '../../core/errors.ts'
import { endedSession, isReadOnly, mayPassSoon, toStorageError, wasUndone } from './errors.ts'

const fromServer = (code: string): DatabaseError => Object.assign(new DatabaseError('no', 2, 'error'), { code })
const fromSocket = (code: string): Error => Object.assign(new Error('no'), { code, syscall: 'connect' })

test('what the server cannot do now is storage_unavailable: full disk, no memory, shutdown, timeout, standby', () => {
  for (const code of [
    '53100',
    '53200',
    '53300',
    '57014',
    '57P01',
    '57P03',
    '58030',
    '55P03',
    '40P01',
    '25006',
    '08006',
  ]) {
    const error = toStorageError(fromServer(code), true)
    assert.ok(error instanceof AppError && error.code === 'storage_unavailable', code)
  }
})

test('what is wrong with the statement itself stays as it is', () => {
  for (const code of ['23505', '23503', '42601', '22021']) {
    const error = fromServer(code)
    assert.equal(toStorageError(error, true), error)
  }
  const bug = new TypeError('undefined is not a function')
  assert.equal(toStorageError(bug, true), bug)
})

test('a connection that broke under a statement leaves its outcome unknown; one that was never made does not', () => {
  for (const error of [
    fromSocket('ECONNRESET'),
    new Error('Connection terminated unexpectedly'),
    fromServer('57P01'),
  ]) {
    assert.ok(endedSession(error))
    assert.ok(toStorageError(error, true) instanceof Interrupted)
    assert.ok(!(toStorageError(error, false) instanceof Interrupted))
  }
  for (const code of ['57014', '25006'])
    assert.ok(!(toStorageError(fromServer(code), true) instanceof Interrupted), code)
  assert.ok(isReadOnly(fromServer('25006')) && !isReadOnly(fromServer('57014')))
})

test('only what may pass in a moment is tried again at once', () => {
  assert.ok(mayPassSoon(fromSocket('ECONNREFUSED')))
  assert.ok(mayPassSoon(fromServer('57P03')))
  assert.ok(mayPassSoon(new Error('Connection terminated unexpectedly')))
  assert.ok(!mayPassSoon(new Error('timeout exceeded when trying to connect')))
  assert.ok(!mayPassSoon(fromServer('28P01')))
  assert.ok(wasUndone(fromServer('40P01')) && !wasUndone(fromServer('23505')))
})
