import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { readPrompt } from '../src/reading/read-prompt.ts'

type Brief = ReturnType<typeof readPrompt>
type Pair = { language: string; native: string; english: string }

const pairs = JSON.parse(readFileSync(new URL('parity.json', import.meta.url), 'utf8')) as Pair[]
const SKIN = /-(light|medium-light|medium|medium-dark|dark)-skin-tone/g

// Who and what is there, who does what to whom, and how they stand to each other; no matter in which order it was said.
function toldBy({ script, subjects }: Brief): string[] {
  const entities = script?.entities ?? subjects
  const name = (at: number) => entities[at]?.art ?? ''
  const deeds = (script?.deeds ?? []).map(
    ({ verb, agents, patient, recipient }) =>
      `${agents.map(name).join('+')} ${verb} ${[patient, recipient].map((at) => (at === undefined ? '' : name(at))).join(' ')}`,
  )
  const ties = (script?.ties ?? []).map(({ kind, subject, other }) => `${name(subject)} ${kind} ${name(other)}`)
  const things = entities.map(({ art, count, colour = '' }) => `${count} ${art} ${colour}`)
  return [...things, ...deeds, ...ties].map((line) => line.replaceAll(SKIN, '')).sort()
}

test('ten languages are read as English is: the same things, deeds and ties', () => {
  for (const { language, native, english } of pairs) {
    const read = readPrompt(native, 7)
    assert.equal(read.language, language, native)
    assert.deepEqual(toldBy(read), toldBy(readPrompt(english, 7)), native)
  }
})

test('each of the ten languages is among them', () => {
  const asked = new Set(pairs.map(({ language }) => language))
  assert.deepEqual([...asked].sort(), ['ar', 'de', 'es', 'fr', 'hi', 'it', 'ja', 'pt', 'ru', 'zh'])
})
