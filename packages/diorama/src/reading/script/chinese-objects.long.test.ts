import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

function deeds(prompt: string): string[] {
  const script = readPrompt(prompt, 7).script
  const name = (at: number | undefined) =>
    at === undefined ? '' : (script?.entities[at]?.art ?? '').replace(/-(light|medium|dark).*$/, '')
  return (script?.deeds ?? []).map(
    ({ verb, agents, patient }) => `${agents.map(name).join('+')} ${verb} ${name(patient)}`,
  )
}

test('what a Chinese word for a deed holds is there: a book that is read, a violin that is played', () => {
  assert.deepEqual(deeds('一个男孩在图书馆里看书'), ['boy read open-book'])
  assert.deepEqual(deeds('女孩在树下拉小提琴'), ['girl play violin'])
})

test('of two nouns with 的 between them the last is what it is done to', () => {
  assert.deepEqual(deeds('护士推着轮椅上的老人'), ['woman-health-worker push old-man'])
})

test('被 tells by whom it is done, 和 with whom one fights', () => {
  assert.deepEqual(deeds('小偷被警察抓住了'), ['police-officer catch ninja'])
})

test('what is done to the hair or the teeth of somebody is done to them, and all who are joined do it', () => {
  assert.deepEqual(deeds('母親が娘の髪をとかしている'), ['woman work girl'])
  assert.deepEqual(deeds('夕焼けの海辺を散歩する老夫婦と犬'), ['old-woman+old-man+dog walk '])
})
