import assert from 'node:assert/strict'
import test from 'node:test'
import type { Script } from '../../brief.ts'
import { readPrompt } from '../read-prompt.ts'

function scriptOf(prompt: string): Script {
  const { script } = readPrompt(prompt, 1)
  assert.ok(script, `nothing is staged of: ${prompt}`)
  return script
}

const plain = (art: string | undefined) =>
  (art ?? '').replace(/-(light|medium|medium-light|medium-dark|dark)-skin-tone$/, '')

function told(prompt: string): string[] {
  const { entities, deeds, ties } = scriptOf(prompt)
  const name = (entity: number | undefined) => (entity === undefined ? '' : plain(entities[entity]?.art))
  return [
    ...deeds.map(({ verb, agents, patient, recipient }) =>
      [agents.map(name).join('+'), verb, name(patient), recipient === undefined ? '' : `to ${name(recipient)}`]
        .filter((word) => word !== '')
        .join(' '),
    ),
    ...ties.map(({ kind, subject, other, spot }) => `${name(subject)} ${kind} ${name(other)}${spot ? ` ${spot}` : ''}`),
  ]
}

const PROMISES: [promise: string, prompt: string, told: string[]][] = [
  [
    'a seat after an animal that is fed is the seat of who feeds it',
    'an old man feeding pigeons on a park bench',
    ['old-man feed to pigeon', 'old-man on bench'],
  ],
  ['who is pushed on something is on it', 'a boy pushing his sister on a sled', ['boy push girl', 'girl on sled']],
  [
    'what is watched has the place that is told after it',
    'a cat watching a goldfish in a bowl on a table',
    ['cat look-at goldfish', 'goldfish in bowl-with-spoon', 'bowl-with-spoon on table'],
  ],
  ['who hangs from something is not merely under it', 'un mono colgado de una rama', ['monkey hanging branch']],
  [
    'what somebody on a branch has with them is theirs',
    'a monkey hanging from a branch with a banana',
    ['monkey hanging branch', 'monkey with banana'],
  ],
  ['who leans on something is beside it', 'a man leaning on a lamp post', ['man stand', 'man beside street-lamp']],
  ['who watches from a sill is on it', 'un gatto guarda dal davanzale', ['cat look-at', 'cat on windowsill']],
  [
    'what a barrow is full of is in it',
    'um menino empurrando um carrinho de mão cheio de abóboras',
    ['boy push wheelbarrow', 'pumpkin in wheelbarrow'],
  ],
  ['a particle tells who receives, in Japanese', '男の子が犬にボールをあげている', ['boy give ball to dog']],
  ['a particle tells who receives, in Korean', '한 남자가 말에게 당근을 주고 있다', ['man give carrot to horse']],
  ['the word before tells who receives, in Chinese', '狐狸把信递给猫头鹰', ['fox give envelope to owl']],
  [
    'each of two verbs has its own doer where the verb comes last',
    '소녀가 책을 읽고 고양이가 자고 있다',
    ['girl read open-book', 'cat sleep'],
  ],
  ['what two are on, both are on', 'a cat and a dog on a sofa', ['cat on sofa', 'dog on sofa']],
  ['behind one being a word in -s is its deed', 'A monkey rocks an old chair.', ['monkey handle chair']],
  ['whoever swings hangs', 'A monkey swings from a branch.', ['monkey hanging branch']],
  ['several do it without the ending', 'Three nuns ring a bell.', ['woman handle bell']],
  ['a part of somebody is no plant of that name', "A child pulls a cat's tail.", ['child pull cat']],
  ['into an ear is to somebody', "A boy whispers into an elephant's ear.", ['boy look-at elephant']],
  ['one shoe is on no foot', 'A mouse hides in an old shoe.', ['mouse in running-shoe']],
  ['the ball that is hit flies, and nobody else', 'a girl hits a six and the ball flies away', ['girl play']],
  ['dust that flies is nobody', 'a goat on a sofa, dust is flying', ['goat on sofa']],
  ['to fly a kite is a deed with an object', 'a boy flying a red kite', ['boy fly kite']],
  [
    'what is in something that is on something is a chain',
    'goldfish swimming in a glass bowl on a shelf',
    ['goldfish swim', 'goldfish in fishbowl', 'fishbowl on shelf'],
  ],
  [
    'a place after an object is the place of who acts',
    'an old man reading a newspaper on a park bench',
    ['old-man read newspaper', 'old-man on bench'],
  ],
  ['who receives is told from what is given', 'a father giving his daughter a gift', ['man give wrapped-gift to girl']],
  ['a participle before a noun is its deed', 'a sleeping cat on a windowsill', ['cat sleep', 'cat on windowsill']],
  ['a part of a thing is a spot on it', 'a cat on the roof of a house', ['cat on house roof']],
  ['a part may follow its owner', "a parrot on a pirate's shoulder", ['parrot on pirate shoulders']],
  [
    'a pronoun means who was named before',
    'a girl reading and a cat sleeping beside her',
    ['girl read', 'cat sleep', 'cat beside girl'],
  ],
  [
    'a basket of apples is a basket with apples in it',
    'a basket of apples on a table and a dog',
    ['red-apple in basket', 'basket on table'],
  ],
  ['a couple is two', 'a couple walking on the beach', ['woman+man walk']],
  ['who dances with somebody is not alone in it', 'a woman dancing with a man', ['woman+man dance']],
  [
    'between names everybody who is on a side',
    'a cat between a dog and a fox on a sofa',
    ['cat between dog', 'cat between fox', 'dog on sofa', 'fox on sofa'],
  ],
  [
    'around a table are those who play',
    'two friends playing cards around a table',
    ['person play card-fan', 'person around table'],
  ],
  [
    'one on each side is two, with the other between them',
    'a queen sitting on a throne with a guard on each side',
    ['princess sit', 'princess on throne', 'princess between guard'],
  ],
  ['what is done for somebody has a recipient', 'a boy playing the violin for a bear', ['boy play violin to bear']],
  ['a sled with a penguin has it on it', 'a boy pulling a sled with a penguin', ['boy pull sled', 'penguin on sled']],
  [
    'on his shoulders is on the shoulders of who carries',
    'a father carrying his son on his shoulders',
    ['man hold boy', 'boy on man shoulders'],
  ],
  ['a deed that nobody knows has a doer and a thing', 'a crow dropping a key', ['black-bird handle key']],
  [
    'a cat that watches is no row of watches',
    'a chef cooking soup while a cat watches',
    ['cook work soup-bowl', 'cat look-at'],
  ],
  [
    'what "it" carries is a thing',
    'a woman playing the piano while a cat sleeps on it',
    ['woman play piano', 'cat sleep', 'cat on piano'],
  ],
  ['who looks over a fence is behind it', 'a cow looking over a fence', ['cow behind fence']],
  ['Spanish is read the same way', 'un perro debajo de la mesa', ['dog under table']],
  ['German is read the same way', 'eine Katze schläft auf dem Sofa', ['cat sleep', 'cat on sofa']],
  ['Dutch is read the same way', 'een vogel op een tak', ['bird on branch']],
  [
    'Italian is read the same way',
    'un uomo che legge un libro su una panchina',
    ['man read open-book', 'man on bench'],
  ],
  ['Chinese says the place before the postposition', '一只猫睡在沙发上', ['cat sleep', 'cat on sofa']],
  ['Japanese says the seat before the verb', '公園のベンチに座るおじいさん', ['old-man sit', 'old-man on bench']],
]

for (const [promise, prompt, expected] of PROMISES)
  test(promise, () => {
    assert.deepEqual(told(prompt), expected)
  })

test('a verb that stands before somebody is said of them, where languages say it so', () => {
  const japanese = told('木の下で本を読む少女と眠る犬')
  assert.deepEqual(japanese.slice(0, 2), ['girl read open-book', 'dog sleep'])
  assert.ok(!japanese.includes('dog on open-book'), 'nobody sleeps on what is read')
  assert.deepEqual(told('책을 읽는 소녀와 자는 고양이').slice(0, 2), ['girl read open-book', 'cat sleep'])
  assert.deepEqual(told('看书的女孩和睡觉的猫').slice(0, 2), ['girl read', 'cat sleep'])
  assert.deepEqual(told('요리하는 남자와 춤추는 여자').slice(0, 2), ['man work', 'woman dance'])
})

test('what somebody wears belongs to them, in its own colour, and is no thing beside them', () => {
  const { entities } = scriptOf('a girl with long red hair and a green scarf holding a book')
  assert.deepEqual(
    entities.map(({ art }) => plain(art)),
    ['girl', 'open-book'],
  )
  assert.equal(entities[0]?.looks?.hair?.long, true)
  assert.equal(entities[0]?.looks?.scarf, '#4c9a47')
  assert.equal(entities[0]?.colour, undefined)
})

test('a calm subject alone is not staged: its picture stays as it is', () => {
  for (const prompt of [
    'a red fox in a snowy forest at dawn',
    'a lighthouse at night',
    'a bowl of ramen',
    'un chat noir',
  ])
    assert.equal(readPrompt(prompt, 1).script, undefined, prompt)
})

test('the tags of picture boards are read: 1girl is one girl', () => {
  const { subjects } = readPrompt('1girl, long hair, school uniform', 1)
  assert.deepEqual([subjects.length, plain(subjects[0]?.art), subjects[0]?.count], [1, 'girl', 1])
  assert.equal(subjects[0]?.looks?.hair?.long, true)
})

test('two people are never a portrait, unless the prompt says so', () => {
  assert.notEqual(readPrompt('a father giving his daughter a gift', 1).archetype, 'portrait')
  assert.equal(readPrompt('portrait of a father and his daughter', 1).archetype, 'portrait')
})

test('words that nobody knows are told, in the order of the prompt and as they were written', () => {
  assert.deepEqual(readPrompt('a Plorky cat in the zog of Zint', 1).unused, ['Plorky', 'zog', 'Zint'])
  assert.deepEqual(readPrompt('a red fox in a snowy forest at dawn', 1).unused, [])
})
