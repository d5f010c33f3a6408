import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../reading/read-prompt.ts'
import { planStage } from './plan-stage.ts'
import { stagedLines } from '../../test/support/staged-lines.ts'

type Promise = [promise: string, cases: [prompt: string, ...want: string[]][]]

const PROMISES: Promise[] = [
  [
    'who crosses a bridge is on it, with all who cross it too',
    [
      ['a shepherd and his flock crossing a stone bridge', 'man on bridge', 'ewe on bridge'],
      ['ein Schäfer und seine Herde überqueren eine Brücke', 'man on bridge', 'ewe on bridge'],
      ['un pastor cruza el puente con sus ovejas', 'man on bridge', 'ewe on bridge'],
      ['羊飼いと羊が橋を渡る', 'man on bridge', 'ewe on bridge'],
      ['пастух с овцами переходит через мост', 'man on bridge', 'ewe on bridge'],
      ['une voiture traverse le pont', 'automobile on bridge'],
      ['a cyclist riding across a bridge', 'person-biking on bridge'],
    ],
  ],
  [
    'who steers, rows or flies a vehicle is in or on it, and it fits who they are',
    [
      ['a pirate steering his ship through a storm', 'pirate on pirate-ship'],
      ['a captain at the helm of a ship', 'pilot on ship'],
      ['ein Kapitän steuert ein Schiff', 'old-man on ship'],
      ['капитан управляет кораблём', 'pilot on ship'],
      ['a man rowing across a lake', 'man in rowing-boat', 'man holds oar'],
      ['un homme rame sur un lac', 'man in rowing-boat'],
      ['a pilot flying a small plane', 'pilot ridden small-airplane'],
      ["une pilote au volant d'une voiture de course", 'woman-pilot ridden racing-car'],
    ],
  ],
  [
    'what is thrown, tossed, juggled or caught is in the air by the hands',
    [
      ['a chef tossing a pizza', 'pizza tossed cook', 'cook hold-up'],
      ['a boy throwing a ball to his dog', 'ball tossed boy', 'dog facing boy'],
      ['ein Junge wirft einen Ball', 'ball tossed boy'],
      ['el niño lanza una piedra al lago', 'rock tossed boy'],
      ['少年がボールを投げる', 'ball tossed boy'],
      ['a clown juggling oranges', 'tangerine tossed clown-face'],
      ['a girl catching a ball', 'ball tossed girl'],
    ],
  ],
  [
    'what is breathed, sprayed or blown comes out of who does it, and whom it meets is before them',
    [
      ['a dragon breathing fire at a knight', 'fire-breath breathed dragon', 'knight facing dragon'],
      ['ein feuerspeiender Drache über einer Burg', 'fire-breath breathed dragon'],
      ['дракон изрыгает огонь', 'fire-breath breathed dragon'],
      ["un éléphant crache de l'eau sur un garçon", 'water-jet breathed elephant', 'boy facing elephant'],
      ['a firefighter spraying water on a burning house', 'hose-jet breathed firefighter'],
      ['女の子がシャボン玉を吹いている', 'bubble-trail breathed girl'],
    ],
  ],
  [
    'who waters has a can in the hand, and what grows is in the ground before them',
    [
      ['a robot watering flowers in a garden', 'robot holds watering-can', 'tulip facing robot'],
      ['eine Frau gießt Blumen im Garten', 'woman holds watering-can', 'tulip facing woman'],
      ['старик поливает цветы в саду', 'old-man holds watering-can'],
      ['少女が花に水をやる', 'girl holds watering-can', 'tulip facing girl'],
      ['a rabbit watering carrots', 'rabbit holds watering-can'],
      ['a woman watering a plant on a windowsill', 'potted-plant on windowsill', 'woman holds watering-can'],
      ['ein Bauer pflanzt Reis auf dem Feld', 'seedling facing farmer', 'farmer kneel'],
    ],
  ],
  [
    'whoever is under blossoms is under their tree',
    [
      ['two friends having a picnic under cherry blossoms', 'person under blossom-tree'],
      ['девушка под цветущей сакурой', 'girl under blossom-tree'],
    ],
  ],
  [
    'who plays sits or stands as that instrument is played',
    [
      ['a man playing the piano', 'man on stool', 'piano facing stool'],
      ['a woman playing the cello', 'woman on stool', 'woman holds cello'],
      ['a drummer playing the drums', 'person behind drum-kit'],
      ['a shepherd playing the flute', 'man holds flute', 'man reach'],
      ['女の子がバイオリンを弾いている', 'girl holds violin', 'girl reach'],
    ],
  ],
]

for (const [promise, cases] of PROMISES)
  test(promise, () => {
    for (const [prompt, ...want] of cases) {
      const lines = stagedLines(prompt)
      for (const line of want) assert.ok(lines.includes(line), `${prompt}: no "${line}" in ${lines.join(', ')}`)
    }
  })

test('the same German word waters flowers and pours tea, which needs no can', () => {
  assert.ok(!stagedLines('ein Mann gießt Tee in eine Tasse').includes('man holds watering-can'))
})

test('what is knitted is worn by nobody', () => {
  for (const prompt of [
    'a woman knitting a blue scarf',
    'una abuela teje una bufanda azul',
    'бабушка вяжет синий шарф',
    'おばあさんが青いマフラーを編んでいる',
  ]) {
    const { script } = readPrompt(prompt, 1)
    const plan = script && planStage(script)
    assert.equal(plan?.entities[0]?.looks, undefined, prompt)
  }
})
