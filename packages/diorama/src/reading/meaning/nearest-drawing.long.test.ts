import assert from 'node:assert/strict'
import test from 'node:test'
import { readPrompt } from '../read-prompt.ts'
import { nearestDrawing } from './nearest-drawing.ts'

// Words of everyday prompts that have no drawing of their own, and what may stand for them, collected while the table was made.
const ACCEPTABLE: Readonly<Record<string, string>> = {
  'bird|black-bird|seagull|sparrow|woodpecker|canary|blue-tit|kingfisher':
    'kookaburra nightingale wren woodpecker goldfinch oriole kingfisher albatross starling cuckoo',
  heron: 'ibis egret spoonbill',
  'eagle|vulture': 'osprey condor kestrel buzzard',
  'chicken|turkey|bird|pheasant|quail': 'ptarmigan pheasant partridge',
  'otter|badger|ferret|meerkat|weasel': 'wolverine ferret meerkat mongoose weasel',
  'mouse|rat|hamster|beaver|chipmunk|guinea-pig': 'vole gerbil muskrat marmot groundhog lemming',
  'wolf|fox|dog|hyena': 'jackal coyote hyena dingo',
  'cat|leopard|lion|tiger|puma|lynx|cheetah|jaguar': 'ocelot puma lynx cheetah jaguar',
  'deer|goat|cow|ox|moose': 'chamois ibex elk stag',
  'whale|dolphin|seal|walrus|narwhal|manatee': 'narwhal porpoise manatee walrus',
  'monkey|gorilla|lemur': 'lemur gibbon baboon chimpanzee macaque',
  'lizard|frog|snake|turtle|iguana|chameleon|salamander|cobra|toad':
    'iguana gecko chameleon newt cobra viper tortoise toad',
  'fish|shark|swordfish|manta-ray|tuna': 'sturgeon barracuda swordfish stingray mackerel',
  'wasp|grasshopper|mantis|moth|caterpillar|firefly|bug|honeybee|cricket|ant|butterfly|worm|spider|beetle|dragonfly':
    'hornet grasshopper locust dragonfly mantis termite cicada moth caterpillar firefly',
  'crab|lobster|shrimp|oyster|squid|scallop-shell': 'crayfish prawn clam mussel cuttlefish',
  'deciduous-tree|evergreen-tree|willow-tree|baobab-tree|birch-tree|cypress-tree':
    'willow cedar baobab oak birch spruce poplar',
  'blossom|tulip|hibiscus|bush|herb|peony|marigold|chrysanthemum|daffodil|camellia|fern|ivy':
    'peony marigold chrysanthemum daffodil azalea fern ivy',
  'pot-of-food|shallow-pan-of-food|spaghetti|borscht|soup-bowl|lasagne|paella|ravioli':
    'borscht gazpacho minestrone goulash lasagna paella ravioli',
  'bread|croissant|cookie|shortcake|pie|cupcake|brioche|scone|strudel|eclair|macarons|layer-cake':
    'brioche scone strudel eclair macaroon quiche sponge_cake',
  'brie|cheese-wedge|hot-dog|cut-of-meat|meat-on-bone': 'camembert brie salami',
  'plum|grapefruit|raspberry|papaya|red-apple|peach|tangerine|blueberries|strawberry':
    'apricot plum grapefruit raspberry papaya',
  'carrot|leafy-green|root-vegetable|turnip|radish|cauliflower': 'turnip radish cauliflower',
  'espresso|cappuccino|champagne-flute|lemonade|hot-beverage|wine-glass|tumbler-glass|bottle-with-popping-cork|cup-with-straw':
    'espresso cappuccino champagne whiskey lemonade',
  'mechanic|construction-worker|factory-worker': 'plumber electrician',
  'health-worker': 'surgeon dentist vet',
  'person|farmer|artist|singer|office-worker|judge|guard|cowboy': 'archer sculptor violinist barber tailor sergeant',
  'house|house-with-garden|cabin|hut|office-building|mansion|modern-villa': 'cottage bungalow mansion chalet',
  'church|castle|stone-tower|classical-building|cathedral|city-wall': 'chapel cathedral abbey fortress citadel',
  'ship|sailboat|rowing-boat|canoe|motor-boat|kayak|tall-ship|tugboat|yacht':
    'kayak schooner ketch tugboat dinghy yacht',
  'wagon|automobile|tractor|excavator|bicycle|delivery-truck|tricycle|carriage|bulldozer':
    'stagecoach oxcart bulldozer tricycle',
  'airplane|small-airplane|airship|hot-air-balloon|biplane': 'biplane glider zeppelin',
  'violin|cello|guitar|flute|trumpet|drum|musical-keyboard|piano|harp|saxophone|lute|ukulele|clarinet|tuba|xylophone|tambourine':
    'cello viola mandolin ukulele bassoon oboe clarinet tuba xylophone tambourine harpsichord',
  'hammer-and-wrench|hammer|axe|sword|carpentry-saw|pliers': 'pliers mallet hatchet rapier handsaw',
  'jar|jug|glass-bottle|wine-glass|beer-mug|cooking|spoon|amphora|frying-pan|wok':
    'pitcher decanter goblet tankard skillet wok',
  'chair|armchair|stool|sofa|wardrobe|chandelier': 'armchair stool cupboard chandelier',
  'womans-hat|billed-cap|mans-shoe|running-shoe|t-shirt|coat|dress|ring|fedora|sombrero|beret|bracelet':
    'fedora sombrero beret moccasin sneaker anorak tunic cloak bracelet',
}

test('nine of ten everyday words without a drawing find one that an art director would accept', () => {
  const asked = Object.entries(ACCEPTABLE).flatMap(([arts, words]) =>
    words.split(' ').map((word) => ({ word: word.replace('_', ' '), arts: arts.split('|') })),
  )
  const wrong = asked.filter(({ word, arts }) => {
    const [subject] = readPrompt(`a ${word}`, 1).subjects
    return !subject || !arts.includes(subject.art.replace(/-(light|medium|dark).*/, ''))
  })
  assert.ok(asked.length >= 150, `${asked.length} words`)
  assert.ok(wrong.length <= asked.length / 10, wrong.map(({ word }) => word).join(', '))
  console.log(`${asked.length - wrong.length} of ${asked.length}; not: ${wrong.map(({ word }) => word).join(', ')}`)
})

test('what cannot be drawn as anything near is left out, not drawn as something absurd', () => {
  for (const word of ['justice', 'philosophy', 'electron', 'device', 'equipment', 'idea', 'xylem', 'unit']) {
    assert.equal(nearestDrawing(word), undefined, word)
  }
})

test('a drawing that is only near is told with the word that it stands for', () => {
  const { subjects, unused } = readPrompt('a kookaburra on a fence', 1)
  assert.equal(subjects[0]?.art, 'kingfisher')
  assert.deepEqual(unused, ['kookaburra (drawn as kingfisher)'])
  assert.deepEqual(readPrompt('a rocking chair and a red fox', 1).unused, [])
})

test('a compound is one thing, not what its words name', () => {
  const arts = (prompt: string) => readPrompt(prompt, 1).subjects.map(({ art }) => art)
  assert.deepEqual(arts('a sea lion'), ['seal'])
  assert.deepEqual(arts('a prairie dog'), ['meerkat'])
  assert.deepEqual(arts('a guinea pig'), ['guinea-pig'])
  assert.deepEqual(arts('a poached egg'), ['eggs-benedict'])
  assert.deepEqual(arts('un barco de vela en el mar'), ['sailboat'])
  assert.deepEqual(arts('the water cycle'), [])
})

test('a drawing that nobody would accept at a glance is not near', () => {
  assert.equal(nearestDrawing('tin can')?.art, 'canned-food')
  // Slang, a part of armour, a member of a class that is shown by an example, a word that texts cannot settle.
  for (const word of ['visor', 'hula hoop', 'can opener', 'bumper', 'earring'])
    assert.equal(nearestDrawing(word), undefined, word)
  assert.equal(nearestDrawing('wooden spoon')?.art, 'spoon')
})
