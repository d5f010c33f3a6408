import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { VARIABLES } from '../../src/environment.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FILES = ['Dockerfile', 'deploy/compose.yaml', 'deploy/mediagen.service']

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8')

test('the deployment files name only settings that exist', () => {
  for (const file of [...FILES, 'deploy/chart/values.yaml', 'deploy/chart/templates/settings.yaml']) {
    const named = read(file).match(/\bMEDIAGEN_[A-Z0-9_]+|\bDATABASE_URL\b/g) ?? []
    assert.ok(named.length > 0, file)
    const unknown = named.filter((name) => !(VARIABLES as readonly string[]).includes(name))
    assert.deepEqual(unknown, [], file)
  }
})

test('every deployment lets a process drain before it is killed', () => {
  const drainSeconds = readConfig({}).drainMs / 1000
  const graces = FILES.flatMap((file) => [
    ...read(file).matchAll(/(?:stop_grace_period|terminationGracePeriodSeconds|TimeoutStopSec)[:=] ?(\d+)/g),
  ]).map((match) => Number(match[1]))
  // The chart computes its own from the time to drain.
  assert.match(
    read('deploy/chart/templates/_helpers.tpl'),
    /terminationGracePeriodSeconds: \{\{ add .root.Values.drainSeconds 20 \}\}/,
  )
  assert.equal(graces.length, 2)
  // Five seconds go to the pause before the signal, and closing takes some.
  for (const grace of graces) assert.ok(grace >= drainSeconds + 10, `${grace} s`)
})

test('no pod of the chart gets variables for the Services of its namespace, which it would take for settings', () => {
  for (const file of ['_helpers.tpl', 'migrate.yaml']) {
    const text = read(`deploy/chart/templates/${file}`)
    const [, indent = ''] = /^( *)automountServiceAccountToken: false$/m.exec(text) ?? assert.fail(file)
    assert.match(text, new RegExp(`^${indent}enableServiceLinks: false$`, 'm'), file)
  }
})

test('the image leaves out of its context exactly what it does not copy', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((match) =>
    match[1]?.split(' '),
  )
  const allowed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map((match) => match[1])
  assert.deepEqual(copied.toSorted(), allowed.toSorted())
})

test('the image has one Node, the program runs under it without a shell or npm between, and as nobody', () => {
  const file = read('Dockerfile')
  assert.match(file, /^ARG BASE=node:26-bookworm-slim$/m)
  const stages = file.split(/^FROM /m).slice(1)
  assert.deepEqual(new Set(stages.map((stage) => stage.split(/\s/)[0])), new Set(['${BASE}']))
  assert.match(stages[0] ?? '', /^WORKDIR \/build\/\.pack\/install\nRUN npm ci --omit=dev /m)
  const last = stages.at(-1) ?? ''
  assert.match(last, /^ENTRYPOINT \["node", "\/app\/node_modules\/mediagen\/dist\/main\.js"\]$/m)
  assert.match(last, /^USER 65532:65532$/m)
  assert.doesNotMatch(last, /npm (?:ci|install)/)
})
