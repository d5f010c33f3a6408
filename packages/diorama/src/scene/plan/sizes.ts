import { drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'

// How large things are beside each other: the longer side, a person being 1. Deliberately flatter than nature,
// or a mouse beside an elephant would be a dot. First match wins.
const BY_NAME: readonly [RegExp, number][] = [
  [/^(campfire|firewood)$/, 0.5],
  [
    /^(birch-tree|willow-tree|wisteria|olive-tree|cypress-tree|apple-tree|orange-tree|lemon-tree|maple-tree|plane-tree|baobab-tree|acacia-tree)$/,
    2.1,
  ],
  [/^(banana-tree|alpaca|reindeer|yak|pegasus|griffin|crane|stork|yeti)$/, 1.3],
  [/^(triceratops|stegosaurus|pterodactyl|narwhal|beluga|manatee|manta-ray)$/, 1.8],
  [/^(lioness|puma|panther|cheetah|snow-leopard|jaguar|velociraptor|hyena|monstera|reeds)$/, 1.1],
  [/^(siamese|tabby|ginger|calico|persian|sphynx)-cat$|^(dachshund|corgi|pug|chihuahua|gnome|lamb)$/, 0.6],
  [
    /^(squirrel|guinea-pig|mole|ferret|weasel|meerkat|armadillo|platypus|chameleon|toad|salamander|axolotl|hermit-crab|sea-urchin|scallop-shell|hummingbird)$/,
    0.42,
  ],
  [/^(acorn|hazelnut|walnut|almond|cashew|pistachio|pine-cone|leaf|oak-leaf|clover-leaf|coffee-beans)$/, 0.28],
  [/^(wedding-cake|layer-cake|roast-chicken|paella|whole-pizza|whole-watermelon)$/, 0.52],
  [
    /^(billboard|totem-pole|bus-shelter|wedding-arch|iron-gate|folding-screen|suit-of-armor|bunk-bed|shower|garden-parasol|billiard-table|catapult|jukebox|vending-machine|pipe-organ|curtain|maypole)$/,
    1.4,
  ],
  [
    /^(plough|scythe|spear|wizard-staff|war-hammer|battle-axe|cannon|unicycle|go-kart|jet-ski|snowmobile|kayak|raft|chest-of-drawers|writing-desk|school-desk|kitchen-island|deck-chair|office-chair|high-chair|spinning-wheel|radiator|ironing-board|stage-keyboard|whiteboard|mop|ski-pair|snowboard|barbell|storage-trunk|dollhouse|flat-tv|fairy-lights|flower-garland|bunting)$/,
    0.95,
  ],
  [/^(tall-ship|viking-ship|cargo-ship|yacht|fishing-boat|double-decker-bus|space-shuttle)$/, 2],
  [/^(suspension-bridge|cathedral|palace|city-wall|mansion)$/, 2.8],
  [/^(wheel|ring-buoy|roller-skate|police-car-light)$/, 0.5],
  [/^(manual-wheelchair|motorized-wheelchair|anchor|oil-drum|ice-hockey)$/, 0.8],
  [/^(bus-stop|stop-sign|fuel-pump|(vertical|horizontal)-traffic-light)$/, 1.2],
  [/^(toucan|seagull|dragonfly|doll|pillow|traffic-cone)$/, 0.5],
  [/^(tree-stump|stool|tricycle|fire-hydrant|trash-can|gramophone|potters-wheel)$/, 0.62],
  [
    /^(washing-machine|armchair|rocking-chair|crib|grill|lawn-mower|stroller|cello|speaker|sink|doghouse|trampoline)$/,
    0.85,
  ],
  [/^(rake|hoe|pitchfork|oar|floor-lamp|drum-kit|coat-rack|cement-mixer|vacuum-cleaner|sleeping-bag)$/, 0.95],
  [/^(wardrobe|grandfather-clock|ostrich|walrus|rug|picnic-blanket|signpost|flag|planted-flag|solar-panel)$/, 1.2],
  [/^(swing|seesaw|phone-booth|clothesline|hammock|market-stall)$/, 1.4],
  [/^(treehouse|tower-crane|wind-turbine)$/, 2.6],
  [/^(paper-boat|paper-plane|starfish|seahorse|lantern|kettle|snow-globe|watering-can)$/, 0.46],
  [/^(compass|skull)$/, 0.4],
  [/^surfboard$/, 1.1],
  [/^globe-showing/, 0.85],
  [/^(sack|trash-bag)$/, 0.6],
  [/^paper-bag$/, 0.42],
  [/^(crate|barrel|cauldron|anvil|beehive|birdcage)$/, 0.64],
  [/^(bush|hay-bale|heron|sandcastle|wheelbarrow|rocking-horse|stove)$/, 0.85],
  [/^(fireplace|refrigerator|bookcase|well|wagon|scarecrow)$/, 1.2],
  [/^(statue|gondola|excavator)$/, 1.6],
  [/^(blossom-tree|airship)$/, 2.1],
  [/^(ant|lady-beetle|mosquito|fly|cockroach|cricket|beetle|microbe)/, 0.24],
  [/^(bug|honeybee|butterfly|spider|scorpion|snail|worm|spider-web)/, 0.34],
  [/^(mouse|rat|hamster|chipmunk|hedgehog|baby-chick|hatching-chick|front-facing-baby-chick|frog|shrimp|crab)/, 0.4],
  [/^(bird|dove|parrot|owl|duck|black-bird|feather|chicken|rooster|rabbit|squirrel|turtle|lobster|bat|fish)/, 0.5],
  [/^(tropical-fish|blowfish|octopus|squid|jellyfish|lizard|coral|seal|otter|beaver|skunk|badger|sloth)/, 0.56],
  [/^(cat|black-cat|penguin|raccoon|goose|swan|eagle|falcon|peacock|turkey|baby|koala|monkey|snake)/, 0.6],
  [/^(dog|poodle|guide-dog|service-dog|fox|wolf|lamb|ewe|goat|pig|boar|flamingo|dodo|child|boy|girl)/, 0.74],
  [/^(panda|bear|polar-bear|gorilla|orangutan|lion|tiger|leopard|kangaroo|deer|ram|dolphin|shark)/, 1.1],
  [/^(horse|unicorn|zebra|cow|ox|water-buffalo|bison|camel|two-hump-camel|llama|moose|donkey|crocodile)/, 1.3],
  [/^(elephant|mammoth|rhinoceros|hippopotamus|giraffe)/, 1.75],
  [/^(sauropod|t-rex|whale|spouting-whale|dragon)/, 2],
  [/^(mount-fuji|snow-capped-mountain|mountain|volcano|national-park|desert)/, 3.2],
  [/^(castle|japanese-castle|stadium|cityscape|ferris-wheel|roller-coaster|statue-of-liberty|tokyo-tower)/, 2.8],
  [/^(lighthouse|office|hospital|bank|hotel|school|factory|church|mosque|hindu-temple|synagogue|kaaba)/, 2.5],
  [/^(house|derelict|hut|tent|camping|convenience|department|post-office|love-hotel|wedding|shinto|classical)/, 2.1],
  [/^(evergreen-tree|deciduous-tree|palm-tree|christmas-tree|tanabata-tree|leafless-tree)/, 2.1],
  [/^(cactus|bamboo|pine-decoration|fountain|carousel|snowman)/, 1.2],
  [/^(tulip|rose|sunflower|blossom|hibiscus|cherry-blossom|hyacinth|lotus|seedling|herb|shamrock|wilted)/, 0.5],
  [/^(mushroom|potted-plant|bouquet)/, 0.5],
  [/^(ship|passenger-ship|ferry|sailboat|rocket|airplane|hot-air-balloon|satellite)/, 2],
  [/^(bus|trolleybus|locomotive|train|metro|tram|articulated|delivery-truck|fire-engine|tractor|helicopter)/, 1.7],
  [
    /^(automobile|taxi|police-car|racing-car|sport-utility|pickup|oncoming|minibus|ambulance|speedboat|motor-boat)/,
    1.5,
  ],
  [/^(bicycle|motorcycle|motor-scooter|kick-scooter|canoe|auto-rickshaw)/, 1.1],
  [/^(couch-and-lamp|bed|door|window|toilet|bathtub|guitar|cello|harp|piano|musical-keyboard|drum|umbrella-on)/, 0.95],
  [/^(ringed-planet|earth|globe|sun|moon|full-moon|new-moon|crescent|comet|milky|star)/, 2],
]

const BY_KIND: readonly [RegExp, number][] = [
  [/^animal-bug/, 0.34],
  [/^animal-(bird|amphibian|reptile)/, 0.55],
  [/^animal-marine/, 0.7],
  [/^animal/, 0.8],
  [/^person/, 1],
  [/^(face|cat-face|monkey-face)/, 0.8],
  [/^food-(fruit|vegetable)/, 0.34],
  [/^food/, 0.44],
  [/^(drink|dishware)/, 0.38],
  [/^plant/, 0.6],
  [/^place-building/, 2.3],
  [/^place/, 2.3],
  [/^transport/, 1.5],
  [/^sky/, 1.2],
  [/^(computer|phone|book|light|money|mail|writing|office|tool|lock|science|medical|sound|music)/, 0.46],
  [/^(musical-instrument|household|sport|game|clothing|arts|event)/, 0.55],
]

const SCALES: Record<Subject['scale'], number> = { tiny: 0.45, small: 0.7, normal: 1, large: 1.35, giant: 1.9 }

const GIANT = 1.6

const PERSON = 1.68
const FLATTER = 0.45

// A drawing that says its size in metres, made as flat as the table above.
const besideAPerson = (metres: number | undefined) => (metres === undefined ? undefined : (metres / PERSON) ** FLATTER)

/** How large a subject is beside a person, whose size is 1. */
export function stature(subject: Subject): number {
  const found =
    besideAPerson(drawingOf(subject.art)?.metres) ??
    BY_NAME.find(([name]) => name.test(subject.art))?.[1] ??
    BY_KIND.find(([kind]) => kind.test(subject.kind))?.[1] ??
    0.8
  const size = found * SCALES[subject.scale]
  // A giant anything is larger than a person.
  return subject.scale === 'giant' ? Math.max(size, GIANT) : size
}
