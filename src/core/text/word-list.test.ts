import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWordList } from './word-list.ts'

const meets = (entry: string, text: string): boolean => readWordList(entry).find(text) !== undefined

test('a word is met as a whole word, and never inside a longer one', () => {
  for (const [entry, met, missed] of [
    ['cunt', 'a CUNT, he said', 'a view of Scunthorpe'],
    ['gun', '(gun)', 'a begun shogun gunner'],
    ['gun', '_gun_', 'gun7'],
    ['нож', 'Острый НОЖ.', 'художник с ножницами'],
    ['όπλος', 'ΌΠΛΟΣ', 'όπλοσα'],
    ['straße', 'eine STRASSE', 'straßenbahn'],
    ['سلاح', 'هذا سلاح', 'سلاحف'],
  ] as const) {
    assert.ok(meets(entry, met), `${entry} in ${met}`)
    assert.ok(!meets(entry, missed), `${entry} in ${missed}`)
  }
})

test('where a script sets no words apart, a word is met wherever it stands', () => {
  for (const [entry, text] of [
    ['炸弹', '一个炸弹在桌子上'],
    ['ばくだん', '大きなばくだんです'],
    ['ระเบิด', 'มีระเบิดที่นี่'],
    ['폭탄', '폭탄을 그려줘'],
    ['gun', '一把gun和花'],
  ] as const) {
    assert.ok(meets(entry, text), `${entry} in ${text}`)
  }
  assert.ok(!meets('炸弹', '炸鸡'))
})

test('what cannot be seen, wide letters, ligatures and capitals hide nothing', () => {
  for (const text of ['g\u200bun', 'g\u00adu\u2060n', 'ＧＵＮ', '𝐠𝐮𝐧', 'g\u{e0067}un', 'GuN\ufe0f']) {
    assert.ok(meets('gun', text), JSON.stringify(text))
  }
  assert.ok(meets('ofﬁce', 'OFFICE'))
  assert.ok(meets('cafe\u0301', 'CAFÉ'))
  assert.ok(meets(`gu\u0316${'\u0301'.repeat(40)}n`, `gu\u0316${'\u0301'.repeat(50)}n`))
})

test('a phrase is met across line breaks and signs, in its order alone', () => {
  for (const text of ['dirty bomb', 'a Dirty\n  Bomb!', 'dirty-bomb', 'dirty, bomb'])
    assert.ok(meets('dirty  bomb', text), text)
  for (const text of ['bomb dirty', 'dirty old bomb', 'dirtybomb', 'dirty bombast']) {
    assert.ok(!meets('dirty bomb', text), text)
  }
  assert.ok(meets('f*ck', 'what the f*ck'))
  assert.ok(meets('🔫', 'hand me the 🔫now'))
})

test('a star lets a word go on at that end', () => {
  assert.ok(meets('убий*', 'три убийства'))
  assert.ok(!meets('убий*', 'самоубийство'))
  assert.ok(meets('*phobic', 'xenophobic'))
  assert.ok(meets('*nazi*', 'neonazis'))
  assert.ok(!meets('*phobic', 'phobics'))
})

test('a list is read line by line; remarks and empty lines are no entries, and the line that was met is told', () => {
  const { entries, find } = readWordList('# words\r\n\r\n  gun \r\n*\r\ndirty bomb\r\nüber\r\n')
  assert.equal(entries, 3)
  assert.deepEqual(
    ['a gun', 'a dirty bomb', 'UBER ÜBER', '# words', '*', ''].map((text) => find(text)),
    [3, 5, 6, undefined, undefined, undefined],
  )
})
