import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'

const SKIN = /-(light|medium-light|medium|medium-dark|dark)-skin-tone/

function told(prompt: string): string[] {
  const { script } = readPrompt(prompt, 1)
  const name = (at: number) => (script?.entities[at]?.art ?? '').replace(SKIN, '')
  const deeds = (script?.deeds ?? []).map(({ verb, agents, patient, recipient }) =>
    [agents.map(name).join('+'), verb, ...[patient, recipient].map((at) => (at === undefined ? '' : name(at)))]
      .filter((word) => word !== '')
      .join(' '),
  )
  return [
    ...deeds,
    ...(script?.ties ?? []).map(({ kind, subject, other }) => `${name(subject)} ${kind} ${name(other)}`),
  ]
}

const PROMISES: readonly [promise: string, prompt: string, expected: string[]][] = [
  ['an object may come after the place', 'Ein Bär fängt im Fluss einen Fisch', ['bear catch fish']],
  ['what happens is done where somebody does it', 'Une femme allume une bougie', ['woman work candle']],
  [
    'a pronoun may be at the end of a verb',
    'Un hombre afeitándose frente a un gato',
    ['man work', 'man in-front-of cat'],
  ],
  ['a preposition melts into its article', 'Un gatto accanto alle sedie', ['cat beside chair']],
  ['a participle agrees', 'Due donne appoggiate alla barca', ['woman stand', 'woman beside sailboat']],
  ['an age before a verb is somebody', 'Un vecchio gioca a scacchi', ['old-man play chess-board']],
  ['one is on a broom', 'Uma bruxa numa vassoura', ['mage on broom']],
  ['who is fought is named by a word for against', 'Ein Ritter kämpft gegen einen Drachen', ['knight fight dragon']],
  ['what is jumped is under who jumps', 'Un cavallo salta una staccionata', ['horse jump', 'horse over fence']],
  ['who runs behind somebody runs after them', 'Un perro corre detrás de un gato', ['dog chase cat']],
  ['what is mounted is ridden', 'Una chica monta un caballo', ['girl ride horse']],
  ['a Russian participle is said of the next noun', 'Птица над спящей лисой', ['fox sleep', 'bird over fox']],
  ['a tool is in the hand', '一个厨师用菜刀切菜', ['cook work', 'cook with kitchen-knife']],
  ['what stands before a noun is said of it', '架子上的蜡烛和桌子下面的狗', ['candle on shelf', 'dog under table']],
  [
    'who is before the door of a temple is not in it',
    '小和尚在寺庙门口扫落叶',
    ['man-bald work', 'man-bald in-front-of asian-temple'],
  ],
  ['a Russian verb of several is done by both', 'Дед с внуком ловят рыбу', ['old-man+boy fish', 'old-man with boy']],
  ['who is named by two Hindi words is one', 'एक बूढ़ा मछुआरा नाव में बैठा है', ['old-man sit', 'old-man in rowing-boat']],
  ['what happens in a clip is done in a picture', 'رجل بدوي يصب الشاي', ['man hold tea-cup']],
  [
    'beside her is beside whom was told of, in Arabic',
    'امرأة تقرأ كتابا وقطة نائمة بجانبها',
    ['woman read open-book', 'cat sleep', 'cat beside woman'],
  ],
  ['and in Russian', 'Девочка читает, рядом спит кот', ['girl read', 'cat sleep', 'cat beside girl']],
  ['who is on a shoulder sits there', 'На плече у пирата сидит попугай', ['parrot sit', 'parrot on pirate']],
  ['what is in the hand is not leapt over', 'पीली छतरी लिए एक बच्चा कूद रहा है', ['child hold umbrella', 'child jump']],
  [
    'who plays on a flute is under the tree with it',
    'راعي غنم يعزف على الناي تحت شجرة زيتون',
    ['man play flute', 'man under olive-tree'],
  ],
  ['what is carried on the back is there', 'Ёжик несёт на спине яблоко', ['red-apple on hedgehog']],
  ['who is fed is no name of the food', 'Девочка кормит лошадь яблоком', ['girl feed red-apple horse']],
  ['what is put somewhere is there', '爸爸把女儿扛在肩膀上', ['man hold girl', 'girl on man']],
]

for (const [promise, prompt, expected] of PROMISES)
  test(promise, () => {
    assert.deepEqual(told(prompt), expected)
  })

test('a measure word counts and names nothing, in Chinese and Japanese', () => {
  for (const prompt of ['桌子上有两支蜡烛', '二本のろうそく']) {
    const { subjects } = readPrompt(prompt, 1)
    assert.deepEqual([subjects.length, subjects[0]?.art, subjects[0]?.count], [1, 'candle', 2], prompt)
  }
})

test('one dog in a Hindi case is one dog', () => {
  const { subjects } = readPrompt('एक आदमी अपने कुत्ते को घुमा रहा है', 1)
  assert.equal(subjects.find(({ art }) => art === 'dog')?.count, 1)
})

test('a small one is what it is a small one of', () => {
  assert.equal(readPrompt('Uma menininha', 1).subjects[0]?.label, 'girl')
})

test('a Russian word in -a is one, though its dative in -e is known too', () => {
  for (const prompt of ['внучка на скамейке', 'лодка у берега', 'старая балалайка'])
    assert.equal(readPrompt(prompt, 1).subjects[0]?.count, 1, prompt)
})

test('the English name of a style tells no language', () => {
  assert.equal(readPrompt('un chat, pop art', 1).subjects[0]?.art, 'cat')
  assert.equal(readPrompt('un gato, colores pastel', 1).subjects[0]?.art, 'cat')
})

test('whoever is at a hospital or a stadium in French and Italian is in it', () => {
  assert.deepEqual(readPrompt("un médecin à l'hôpital", 1).places, ['hospital-ward'])
  assert.equal(readPrompt('un pagliaccio al circo', 1).subjects.length, 1)
})
