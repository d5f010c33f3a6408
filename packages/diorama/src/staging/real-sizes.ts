import { drawingOf } from '../art.ts'
import type { Subject } from '../brief.ts'
import { uprightFace } from '../scene/rig/upright.ts'

// The longer side in metres. First match wins; what is not here goes by its kind.
const BY_NAME: readonly [RegExp, number][] = [
  [
    /^(birch-tree|willow-tree|olive-tree|cypress-tree|apple-tree|orange-tree|lemon-tree|maple-tree|plane-tree|baobab-tree|acacia-tree)$/,
    5,
  ],
  [/^(triceratops|stegosaurus|pterodactyl|narwhal|beluga|manatee|manta-ray)$/, 4],
  [/^(banana-tree|wisteria)$/, 3],
  [/^(alpaca|reindeer|yak|pegasus|griffin|yeti)$/, 2.1],
  [/^(lioness|puma|panther|cheetah|snow-leopard|jaguar|velociraptor|hyena|tuna|swordfish|reeds)$/, 1.4],
  [/^(crane|stork|pelican|sea-turtle|monstera|cobra|iguana|eel)$/, 1.1],
  [/^(fawn|vulture|salmon|fern|moss|ivy)$/, 0.85],
  [/^(golden-retriever|labrador|husky|german-shepherd|collie|dalmatian|shiba|bulldog|beagle|lynx|lamb|gnome)$/, 0.66],
  [/^(dachshund|corgi|pug|chihuahua|red-panda|lemur|macaw|blue-macaw|pheasant|anteater|porcupine|grass-tuft)$/, 0.5],
  [/^(siamese|tabby|ginger|calico|persian|sphynx)-cat$|^(koi|trout|armadillo|platypus|snowy-owl|barn-owl)$/, 0.48],
  [/^(bonsai|orchid|geranium|aloe|succulent|basil|paella|wedding-cake|roast-chicken|roast-duck|whole-pizza)$/, 0.42],
  [/^(squirrel|guinea-pig|ferret|weasel|meerkat|chameleon|pigeon|cockatoo|puffin|quail|kiwi-bird|magpie)$/, 0.32],
  [/^(layer-cake|whole-watermelon|cheese-board|dim-sum|tagine|thali|fish-and-chips|cabbage|butternut)$/, 0.34],
  [/^(mole|axolotl|hermit-crab|sea-urchin|toad|salamander|woodpecker|kingfisher|parakeet|angelfish)$/, 0.22],
  [
    /^(sparrow|perfume-bottle|tea-cup|spiral-shell|glasses|sunglasses|pen|latte|cappuccino|hot-beverage|croissant|robin|blue-tit|canary|swallow|finch|hummingbird|clownfish|goldfish|scallop-shell|leaf|oak-leaf)$/,
    0.16,
  ],
  [/^(coffee-bean|acorn|hazelnut|walnut|almond|cashew|pistachio|coffee-beans|clover-leaf|star-anise)$/, 0.08],
  [/^(earrings|brooch|wedding-rings|nail|marbles|postage-stamp|eraser|earbuds)$/, 0.08],
  [
    /^(pocket-watch|smartwatch|bracelet|whistle|matchsticks|cigarette-lighter|sticky-note|passport|rubiks-cube|christmas-ornament|easter-egg|eraser)$/,
    0.13,
  ],
  [
    /^(tiara|glass-slipper|horseshoe|tape-measure|stapler|calculator|cassette|walkie-talkie|candy-cane|earrings|pearl-necklace|venetian-mask|harmonica|ink-bottle|pencil-case|cream-tube|cosmetics-jar|gold-bars|piggy-bank|potion-bottle|jam-jar|honey-jar|soda-can|pliers)$/,
    0.22,
  ],
  [
    /^(.*-bottle|wrench|hammer|screwdriver|pliers|kitchen-knife|thermos|milk-carton|coffee-bag|egg-carton|spell-book|candlestick|tablet-computer|vinyl-record|vr-headset|router|slingshot|rangoli|hair-dryer|sickle|hand-sparkler|pinwheel|paint-palette|toy-soldier|jack-in-the-box|knight-helmet|kettlebell|baseball-glove|clothes-iron|power-drill|tambourine|gingerbread-house|christmas-stocking|serving-tray|frying-pan|bamboo-steamer|kitchen-scale)$/,
    0.34,
  ],
  [
    /^(samovar|blender|tea-set|candelabra|wok|drone|paint-roller|game-console|cash-register|menorah-lamp|sugar-skull|dreamcatcher|christmas-wreath|advent-calendar|electric-fan|cushion|clarinet|french-horn|pendant-lamp|robot-vacuum|sky-lantern|wedding-cake|baseball-bat|jump-rope|life-jacket|chess-board|cooking-pot)$/,
    0.55,
  ],
  [
    /^(acoustic-guitar|lute|balalaika|sitar|shamisen|erhu|trombone|tuba|bagpipes|xylophone|chainsaw|blank-canvas|framed-painting|dollhouse|storage-trunk|hula-hoop|barbell|tabla-drums|snowboard|longbow|golf-club|hoverboard|flat-tv|satellite-dish|blanket|banner-cloth)$/,
    0.95,
  ],
  [/^ukulele$/, 0.6],
  [
    /^(mop|plough|scythe|wizard-staff|spear|shepherds-crook|war-hammer|battle-axe|ski-pair|unicycle|high-chair|office-chair|deck-chair|radiator|chest-of-drawers|writing-desk|school-desk|spinning-wheel|stage-keyboard|jukebox|ironing-board|yoga-mat|cannon|whiteboard|tablecloth|fairy-lights|bunting|flower-garland)$/,
    1.5,
  ],
  [
    /^(suit-of-armor|bunk-bed|folding-screen|curtain|shower|billiard-table|garden-parasol|totem-pole|catapult|go-kart|jet-ski|snowmobile|kayak|raft|wedding-arch|iron-gate|bus-shelter|maypole)$/,
    2.6,
  ],
  [/^kitchen-island$/, 1.7],
  [/^electric-scooter$/, 1.2],
  [
    /^(vintage-car|sports-car|convertible|cycle-rickshaw|carriage|covered-wagon|horse-sleigh|forklift|road-roller|beach-hut|chicken-coop|log-shed|pipe-organ|teepee|yurt)$/,
    3.6,
  ],
  [
    /^(school-bus|combine-harvester|garbage-truck|tanker-truck|caravan|food-truck|bulldozer|biplane|seaplane|fighter-jet|fishing-boat|tugboat|houseboat|army-tank|gazebo|billboard|triumphal-arch)$/,
    5,
  ],
  [
    /^(double-decker-bus|tall-ship|viking-ship|cargo-ship|yacht|space-shuttle|half-timbered-house|glasshouse|shop-front|.*-front|stilt-house|water-mill|castle-gate)$/,
    7,
  ],
  [
    /^(pagoda|asian-temple|palace|cathedral|clock-tower|bell-tower|mansion|modern-villa|suspension-bridge|obelisk|sphinx|water-tower|observatory|chimney-stack|city-wall|oil-rig)$/,
    12,
  ],
  [/^(compass|skull|jack-o-lantern)$/, 0.24],
  [/^oyster$/, 0.13],
  [/^(wheel|ring-buoy|oil-drum|police-car-light)$/, 0.65],
  [/^(manual-wheelchair|motorized-wheelchair|anchor|roller-skate|umbrella-on-ground|ice-hockey)$/, 1.1],
  [/^(bus-stop|stop-sign|fuel-pump|(vertical|horizontal)-traffic-light|railway-track)$/, 2.2],
  [/^(rubber-duck|bread|running-shoe|plate|slipper|spinning-top|whisk|spatula|binoculars|ladle|dough)$/, 0.3],
  [/^(toaster|jug|torch|dumbbell|rolling-pin|doll|cuckoo-clock|birdhouse|toy-blocks|dragonfly|roller-skates)$/, 0.34],
  [/^(seagull|toucan)$/, 0.45],
  [
    /^(microwave|coffee-machine|sewing-machine|record-player|toy-train|pillow|traffic-cone|tree-stump|garden-hose|knitting|chess-board)$/,
    0.6,
  ],
  [/^(toothbrush|grapes|teapot|feather|comb|crayon|pencil|pen|fountain-pen|mobile-phone)$/, 0.2],
  [/^(straight-ruler|lobster|tape-measure|paint-roller)$/, 0.4],
  [/^(sewing-needle|adhesive-bandage|credit-card|sponge)$/, 0.09],
  [/^(envelope|sealed-letter|love-letter)$/, 0.22],
  [/^(fork|razor)$/, 0.22],
  [/^pouring-/, 0.34],
  [/^open-suitcase$/, 0.7],
  [/^(water-pool|mud-pool)$/, 2.4],
  [/^(hot-spring|gold-pile)$/, 3.4],
  [/^pet-bowl$/, 0.32],
  [/^(stick|spider-web)$/, 0.5],
  [/^launching-rocket$/, 9],
  [/^launch-pad$/, 10],
  [/^shipping-container$/, 2.6],
  [/^(world-map|stone-block)$/, 0.9],
  [/^(punching-bag|goal-net)$/, 1.7],
  [/^octopus$/, 1.2],
  [/^basketball-hoop$/, 3],
  [/^plank$/, 1.4],
  [/^fishing-net$/, 1.3],
  [/^(towel|gramophone|stool|fire-hydrant|trash-can|tricycle|potters-wheel|treasure-chest)$/, 0.8],
  [/^(washing-machine|butterfly-net|speaker|sink|stroller|cello|armchair|rocking-chair|crib|grill|lawn-mower)$/, 1.15],
  [/^(vacuum-cleaner|doghouse|cement-mixer|chandelier|trampoline)$/, 1.2],
  [/^drum-kit$/, 1.3],
  [/^(piano|harp)$/, 1.5],
  [/^(rake|hoe|pitchfork|oar|floor-lamp|coat-rack|sleeping-bag|solar-panel)$/, 1.6],
  [/^(swing|wardrobe|grandfather-clock|ostrich|rug|picnic-blanket|flag|walrus|signpost)$/, 2],
  [/^(seesaw|phone-booth|clothesline|hammock|market-stall)$/, 2.5],
  [/^camper-van$/, 4.4],
  [/^(hill|cliff|summit)$/, 40],
  [/^(staircase|spiral-staircase|stone-steps)$/, 3],
  [/^viaduct$/, 30],
  [/^(express-train|bullet-train)$/, 12],
  [/^(airliner|landed-rocket)$/, 8],
  [/^planted-flag$/, 1.4],
  [/^dinosaur-skeleton$/, 3.6],
  [/^bathtub$/, 1.8],
  [/^(bamboo-stalk|skateboard)$/, 0.5],
  [/^treehouse$/, 6],
  [/^(tower-crane|wind-turbine)$/, 14],
  [/^(paper-boat|paper-plane|starfish|seahorse|lantern|kettle|snow-globe)$/, 0.26],
  [/^surfboard$/, 1.9],
  [/^(sack|trash-bag)$/, 0.6],
  [/^paper-bag$/, 0.36],
  [/^glass-sphere$/, 0.16],
  [/^(crate|barrel|cauldron|anvil|beehive|birdcage|sandcastle)$/, 0.65],
  [/^(bush|hay-bale|heron|wheelbarrow|rocking-horse|stove)$/, 1.1],
  [/^(fireplace|refrigerator|bookcase|well|statue)$/, 1.8],
  [/^(wagon|gondola|excavator)$/, 3.4],
  [/^blossom-tree$/, 5],
  [/^(airship|stone-tower)$/, 12],
  [/^cabin$/, 6],
  [/^(ant|lady-beetle|mosquito|fly|honeybee|bug|beetle|cricket|spider|snail|butterfly|worm)$/, 0.06],
  [/^(mouse|mouse-face|hamster|baby-chick|hatching-chick|front-facing-baby-chick|frog|shrimp|bird|black-bird)$/, 0.16],
  [/^(rat|chipmunk|hedgehog|bat|crab|dove|parrot|tropical-fish|fish|lizard)$/, 0.24],
  [/^(owl|duck|chicken|rooster|rabbit|rabbit-face|turtle|squid|octopus|blowfish)$/, 0.42],
  [
    /^(cat|cat-face|black-cat|goose|eagle|falcon|peacock|turkey|koala|raccoon|otter|beaver|skunk|badger|monkey.*|penguin)$/,
    0.55,
  ],
  [/^(dog|dog-face|guide-dog|service-dog|poodle)$/, 0.54],
  [/^(swan|fox|lamb|ewe|goat|sloth|flamingo)$/, 0.72],
  [/^(wolf|pig|pig-face|boar|kangaroo|panda|leopard|tiger.*|lion|seal)$/, 1.15],
  [/^(bear|polar-bear|gorilla|orangutan|deer|ram|dolphin|shark|crocodile)$/, 1.6],
  [/^(horse.*|unicorn|zebra|cow.*|ox|water-buffalo|bison|camel|two-hump-camel|llama|moose|donkey)$/, 2.1],
  [/^(elephant|mammoth|rhinoceros|hippopotamus|giraffe)$/, 3.2],
  [/^(sauropod|t-rex|whale|spouting-whale)$/, 5],
  [/^(dragon|dragon-face)$/, 3],
  [/^(egg-shell|burrow)$/, 0.5],
  [/^(fire-ring|hanging-vine)$/, 2.2],
  [/^swaddled-baby/, 0.62],
  [/^baby($|-(light|medium|dark))/, 0.8],
  [/^baby/, 0.62],
  [/^(campfire|wood|rock|brick)$/, 0.9],
  [/^(cactus|fountain|tanabata-tree|bamboo|pine-decoration)$/, 1.6],
  [/^(headphone|flying-disc|candle|jar|test-tube|magnifying-glass.*)$/, 0.24],
  [/^(shopping-cart|sled)$/, 1],
  [/^scroll$/, 0.4],
  [/^(child|boy|girl)/, 1.2],
  [/^(elf|fairy|goblin)/, 1.1],
  [/^(robot|alien|snowman|scarecrow)/, 1.55],
  [/^(branch|wire)$/, 1.5],
  [/^(shelf|windowsill)$/, 1.2],
  [/^roof$/, 3],
  [/^(bench|sofa|couch-and-lamp)$/, 1.9],
  [/^bed$/, 2],
  [/^throne$/, 2],
  [/^(chair|stone-wall)$/, 0.95],
  [/^table$/, 1.1],
  [/^(fence)$/, 1.1],
  [/^(easel|blackboard)$/, 1.8],
  [/^ladder$/, 3],
  [/^clown-face$/, 1.7],
  [/^tunnel$/, 6],
  [/^(fishbowl|basket|bucket|package|open-box|potted-plant)$/, 0.38],
  [/^door$/, 2.1],
  [/^(lily-pad|cutting-board|bowl-with-spoon|pot-of-food|vase|amphora)$/, 0.34],
  [/^(plate|tumbler-glass|glass-of-milk|water-glass|hot-beverage|jar|wine-glass)$/, 0.2],
  [/^(rowing-boat|canoe)$/, 2.6],
  [
    /^(hiking-boot|womans-boot|glass-bottle|standing-bottle|bottle-with-popping-cork|empty-nest|nest-with-eggs|handbag|backpack|briefcase)$/,
    0.34,
  ],
  [/^(ball|soccer-ball|basketball|volleyball)$/, 0.17],
  [/^(balloon|teddy-bear)$/, 0.3],
  [/^kite$/, 0.8],
  [/^(ring|gem-stone|key|ruby|emerald|sapphire|amethyst|topaz|pearl)$/, 0.05],
  [/^(umbrella|closed-umbrella|guitar|broom|fishing-pole|sword|crossed-swords|bow-and-arrow)/, 0.95],
  [/^(cello|harp|piano|drum)/, 1],
  [/^(desk-lamp)$/, 0.5],
  [/^telescope$/, 1.3],
  [/^(street-lamp|pole)$/, 3.4],
  [/^playground-slide$/, 2.2],
  [/^watering-can$/, 0.36],
  [/^(joker|watch|lipstick|blueberries|cupcake|espresso|macarons|chess-pawn|egg|acorn|chestnut|yarn)$/, 0.1],
  [/^(sunflower)$/, 0.4],
  [/^(tulip|rose|blossom|hibiscus|cherry-blossom|hyacinth|lotus|bouquet|seedling|mushroom)/, 0.3],
  [/^(evergreen-tree|deciduous-tree|palm-tree|christmas-tree|leafless-tree|tanabata-tree)/, 5],
  [
    /^(castle|japanese-castle|lighthouse|office(?!-worker)|church|mosque|stadium|hospital|school|hotel|ferris-wheel)/,
    12,
  ],
  [/^(house|derelict|hut|tent|camping|igloo|windmill|barn)/, 6],
  [/^(bicycle|motorcycle|motor-scooter|kick-scooter|skateboard)/, 1.6],
  [/^(train|locomotive|bus|ship|ferry|passenger-ship|airplane|rocket|tram|metro)/, 7],
  [/^(sailboat|hot-air-balloon|delivery-truck|fire-engine|tractor|pirate-ship|submarine)/, 5],
  [/^(laptop|television|radio|typewriter)/, 0.4],
  [/^(watermelon|pumpkin|jack-o-lantern|pineapple|cake|birthday-cake|wrapped-gift)/, 0.32],
]

const BY_KIND: readonly [RegExp, number][] = [
  [/^animal-bug/, 0.06],
  [/^animal-bird/, 0.4],
  [/^animal-marine/, 0.6],
  [/^animal/, 0.8],
  [/^(person|family)/, 1.68],
  [/^face/, 1.4],
  [/^food-(fruit|vegetable)/, 0.13],
  [/^food/, 0.2],
  [/^(drink|dishware)/, 0.2],
  [/^plant-flower/, 0.34],
  [/^plant/, 0.6],
  [/^place/, 8],
  [/^transport/, 3.6],
  [/^sky/, 3],
  [/^household/, 0.7],
  [/^(musical-instrument|tool)/, 0.5],
]

const SCALES: Record<Subject['scale'], number> = { tiny: 0.35, small: 0.6, normal: 1, large: 1.6, giant: 3 }

/** The longer side of a subject as it is in nature, in metres. */
export function metresOf(subject: Subject): number {
  // Who is dressed as people are is as tall as a child.
  if (uprightFace(subject)) return UPRIGHT * SCALES[subject.scale]
  const found =
    drawingOf(subject.art)?.metres ??
    BY_NAME.find(([name]) => name.test(subject.art))?.[1] ??
    BY_KIND.find(([kind]) => kind.test(subject.kind))?.[1]
  if (subject.scale === 'tiny' && subject.art.startsWith('globe')) return 0.4
  const plain = (found ?? 0.3) * SCALES[subject.scale]
  // A giant shell is larger than whoever stands before it.
  const size = subject.scale === 'giant' ? Math.max(plain, GIANT) : plain
  // A tiny rocket or castle is a toy, and so is a tiny robot.
  return subject.scale === 'tiny' && /^(transport|place|face-costume)/.test(subject.kind) ? Math.min(size, 0.5) : size
}

const GIANT = 2.4
const UPRIGHT = 1.25
const PERSON = 1.68
const FLATTER = 0.7

/** The same as it is shown: still in order, but flatter, or a cup in a hand would be a dot. A grown person stays as tall. */
export function shownMetres(metres: number, exponent = FLATTER): number {
  return PERSON * (metres / PERSON) ** exponent
}

/** What breathes: it has to be seen, whatever stands beside it. */
export const isAlive = ({ kind }: Subject): boolean => /^(animal|person|face|cat-face|monkey-face)/.test(kind)

// The largest being may be this many times as large as the smallest: beyond that the small one is lost.
const MOST_TIMES = 2.9
const VEHICLE_TIMES = 4.2
// What stands behind them may be larger still.
const SCENERY_TIMES = 2.6

/**
 * How large each of these is shown in one picture. Where a girl stands beside a dragon, sizes are flattened further, until
 * both can be seen; small things keep their size beside a person, or cups would be as large as heads.
 */
export function sizesTogether(subjects: readonly Subject[]): (subject: Subject) => number {
  const beings = subjects.filter((one) => isAlive(one) || one.kind.startsWith('transport'))
  const metres = (beings.length > 0 ? beings : subjects).map(metresOf)
  const [smallest, largest] = [Math.min(...metres), Math.max(...metres)]
  const times = largest / smallest
  // Of a car beside a hedgehog more of the truth may be shown: it is no being that has to be looked at in the face.
  const mostTimes = beings.some((one) => !isAlive(one) && metresOf(one) === largest) ? VEHICLE_TIMES : MOST_TIMES
  const exponent = times > 1 ? Math.min(FLATTER, Math.log(mostTimes) / Math.log(times)) : FLATTER
  const most = SCENERY_TIMES * Math.sqrt(shownMetres(smallest, exponent) * shownMetres(largest, exponent))
  // Who is a giant among them is as large as whatever else was named, be it a ship.
  const others = Math.max(0, ...subjects.filter(({ scale }) => scale !== 'giant').map(metresOf))
  return (subject) => {
    const own = metresOf(subject)
    const size = subject.scale === 'giant' && isAlive(subject) ? Math.max(own, Math.min(others * 1.3, own * 6)) : own
    if (isAlive(subject) || subject.kind.startsWith('transport')) return shownMetres(size, exponent)
    return Math.min(shownMetres(size), beings.length > 0 ? most : Infinity)
  }
}

/** Whether it is used for a meal and is none: a knife that is sharpened lies on no table. */
export const isCutlery = (thing: Subject | undefined): boolean =>
  /^(kitchen-knife|spoon|fork-and-knife|chopsticks)$/.test(thing?.art ?? '')
