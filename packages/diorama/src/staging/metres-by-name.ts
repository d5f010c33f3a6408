// The longer side of drawings in metres; `*` is any beginning or end, and the longest such name counts. What is not here says it
// itself (`data-metres`) or goes by its kind.
const METRES = `
0.05: amethyst emerald gem-stone key pearl ring ruby sapphire topaz
0.06: ant beetle bug butterfly cricket fly honeybee lady-beetle mosquito snail spider worm
0.08: acorn brooch cashew clover-leaf coffee-bean coffee-beans earbuds earrings eraser hazelnut marbles nail pistachio
  postage-stamp star-anise walnut wedding-rings
0.09: adhesive-bandage credit-card sewing-needle
0.1: blueberries chess-pawn chestnut cupcake egg espresso joker lipstick macarons watch yarn
0.13: bracelet christmas-ornament cigarette-lighter easter-egg matchsticks oyster passport pocket-watch rubiks-cube
  smartwatch sticky-note whistle
0.16: baby-chick bird black-bird blue-tit canary cappuccino clownfish croissant finch frog front-facing-baby-chick
  glass-sphere glasses goldfish hamster hatching-chick hot-beverage hummingbird latte leaf mouse mouse-face oak-leaf
  pen perfume-bottle robin scallop-shell shrimp sparrow spiral-shell sunglasses swallow tea-cup
0.17: ball basketball soccer-ball volleyball
0.2: comb crayon feather fountain-pen glass-of-milk grapes mobile-phone pencil teapot toothbrush tumbler-glass
  water-glass wine-glass
0.22: angelfish axolotl calculator candy-cane cassette cream-tube envelope glass-slipper gold-bars harmonica
  hermit-crab honey-jar horseshoe ink-bottle jam-jar kingfisher love-letter mole parakeet pearl-necklace pencil-case
  piggy-bank pliers potion-bottle razor salamander sea-urchin sealed-letter soda-can stapler tape-measure tiara toad
  venetian-mask walkie-talkie woodpecker
0.24: bat candle chipmunk compass crab dove fish flying-disc headphone hedgehog jack-o-lantern jar lizard
  magnifying-glass* parrot rat skull test-tube tropical-fish
0.26: kettle lantern paper-boat paper-plane seahorse snow-globe starfish
0.3: balloon binoculars blossom* bouquet* bread cherry-blossom* dough hibiscus* hyacinth* ladle lotus* mushroom* plate
  rose* rubber-duck running-shoe seedling* slipper spatula spinning-top teddy-bear tulip* whisk
0.32: birthday-cake* cake* chameleon cockatoo ferret guinea-pig kiwi-bird magpie meerkat pet-bowl pigeon pineapple*
  puffin pumpkin* quail squirrel watermelon* weasel wrapped-gift*
0.34: *-bottle amphora backpack bamboo-steamer baseball-glove birdhouse bottle-with-popping-cork bowl-with-spoon
  briefcase butternut cabbage candlestick cheese-board christmas-stocking clothes-iron coffee-bag cuckoo-clock
  cutting-board dim-sum doll dragonfly dumbbell egg-carton empty-nest fish-and-chips frying-pan gingerbread-house
  hair-dryer hammer hand-sparkler handbag hiking-boot jack-in-the-box jug kettlebell kitchen-knife kitchen-scale
  knight-helmet layer-cake lily-pad milk-carton nest-with-eggs paint-palette pinwheel pot-of-food pouring-*
  power-drill rangoli roller-skates rolling-pin router screwdriver serving-tray sickle slingshot spell-book
  tablet-computer tagine tambourine thali thermos toaster torch toy-blocks toy-soldier vase vinyl-record vr-headset
  whole-watermelon womans-boot wrench
0.36: paper-bag watering-can
0.38: basket bucket fishbowl open-box package potted-plant
0.4: laptop* lobster radio* scroll straight-ruler sunflower television* typewriter*
0.42: aloe basil blowfish bonsai chicken duck geranium orchid owl paella rabbit rabbit-face roast-chicken roast-duck
  rooster squid succulent turtle wedding-cake whole-pizza
0.45: seagull toucan
0.48: armadillo barn-owl calico-cat ginger-cat koi persian-cat platypus siamese-cat snowy-owl sphynx-cat tabby-cat
  trout
0.5: anteater bamboo-stalk blue-macaw burrow chihuahua corgi dachshund desk-lamp egg-shell grass-tuft lemur macaw
  pheasant porcupine pug red-panda skateboard spider-web stick
0.54: dog dog-face guide-dog poodle service-dog
0.55: advent-calendar badger baseball-bat beaver black-cat blender candelabra cash-register cat cat-face chess-board
  christmas-wreath clarinet dreamcatcher drone eagle electric-fan french-horn game-console goose jump-rope koala
  life-jacket menorah-lamp monkey* otter paint-roller peacock pendant-lamp penguin raccoon robot-vacuum samovar skunk
  sky-lantern sugar-skull tea-set turkey wok
0.6: coffee-machine garden-hose knitting microwave pillow record-player sack sewing-machine toy-train traffic-cone
  trash-bag tree-stump ukulele
0.62: baby* baby* swaddled-baby*
0.65: anvil barrel beehive birdcage cauldron crate oil-drum police-car-light ring-buoy sandcastle wheel
0.66: beagle bulldog collie dalmatian german-shepherd gnome golden-retriever husky labrador lamb lynx shiba
0.7: open-suitcase
0.72: ewe flamingo fox goat sloth swan
0.8: baby baby-light* baby-dark* baby-medium* fire-hydrant gramophone kite potters-wheel stool towel trash-can treasure-chest
  tricycle
0.85: fawn fern ivy moss salmon vulture
0.9: brick campfire rock stone-block wood world-map
0.95: acoustic-guitar bagpipes balalaika banner-cloth barbell blank-canvas blanket bow-and-arrow* broom* chainsaw
  chair closed-umbrella* crossed-swords* dollhouse erhu fishing-pole* flat-tv framed-painting golf-club guitar*
  hoverboard hula-hoop longbow lute satellite-dish shamisen sitar snowboard stone-wall storage-trunk sword*
  tabla-drums trombone tuba umbrella* xylophone
1: drum* shopping-cart sled
1.1: anchor bush cobra crane eel elf* fairy* fence goblin* hay-bale heron ice-hockey iguana manual-wheelchair monstera
  motorized-wheelchair pelican rocking-horse roller-skate sea-turtle stork stove table umbrella-on-ground wheelbarrow
1.15: armchair boar butterfly-net cello crib grill kangaroo lawn-mower leopard lion panda pig pig-face rocking-chair
  seal sink speaker stroller tiger* washing-machine wolf
1.2: boy* cement-mixer chandelier child* doghouse electric-scooter girl* octopus shelf trampoline vacuum-cleaner
  windowsill
1.3: drum-kit fishing-net telescope
1.4: cheetah hyena jaguar lioness panther plank planted-flag puma reeds snow-leopard swordfish tuna velociraptor
1.5: battle-axe branch bunting cannon chest-of-drawers deck-chair fairy-lights flower-garland harp high-chair
  ironing-board jukebox mop office-chair piano plough radiator school-desk scythe shepherds-crook ski-pair spear
  spinning-wheel stage-keyboard tablecloth unicycle war-hammer whiteboard wire wizard-staff writing-desk yoga-mat
1.55: alien* robot* scarecrow* snowman*
1.6: bamboo bear bicycle* cactus coat-rack crocodile deer dolphin floor-lamp fountain gorilla kick-scooter*
  motor-scooter* motorcycle* orangutan pine-decoration pitchfork polar-bear rake ram shark skateboard* sleeping-bag
  solar-panel tanabata-tree
1.7: clown-face goal-net kitchen-island punching-bag
1.8: bathtub blackboard bookcase easel fireplace refrigerator statue well
1.9: bench couch-and-lamp sofa surfboard
2: bed flag grandfather-clock ostrich picnic-blanket rug signpost swing throne walrus wardrobe
2.1: alpaca bison camel cow* donkey door griffin horse* llama moose ox pegasus reindeer two-hump-camel unicorn
  water-buffalo yak yeti zebra
2.2: bus-stop fire-ring fuel-pump hanging-vine horizontal-traffic-light playground-slide railway-track stop-sign
  vertical-traffic-light
2.4: mud-pool water-pool
2.5: clothesline hammock market-stall phone-booth seesaw
2.6: billiard-table bunk-bed bus-shelter canoe catapult curtain folding-screen garden-parasol go-kart iron-gate
  jet-ski kayak maypole raft rowing-boat shipping-container shower snowmobile suit-of-armor totem-pole wedding-arch
3: banana-tree basketball-hoop dragon dragon-face ladder roof spiral-staircase staircase stone-steps wisteria
3.2: elephant giraffe hippopotamus mammoth rhinoceros
3.4: excavator gold-pile gondola hot-spring pole street-lamp wagon
3.6: beach-hut carriage chicken-coop convertible covered-wagon cycle-rickshaw dinosaur-skeleton forklift horse-sleigh
  log-shed pipe-organ road-roller sports-car teepee vintage-car yurt
4: beluga manatee manta-ray narwhal pterodactyl stegosaurus triceratops
4.4: camper-van
5: acacia-tree apple-tree army-tank baobab-tree billboard biplane birch-tree blossom-tree bulldozer caravan
  christmas-tree* combine-harvester cypress-tree deciduous-tree* delivery-truck* evergreen-tree* fighter-jet
  fire-engine* fishing-boat food-truck garbage-truck gazebo hot-air-balloon* houseboat leafless-tree* lemon-tree
  maple-tree olive-tree orange-tree palm-tree* pirate-ship* plane-tree sailboat* sauropod school-bus seaplane
  spouting-whale submarine* t-rex tanker-truck tractor* triumphal-arch tugboat whale willow-tree
6: barn* cabin camping* derelict* house* hut* igloo* tent* treehouse tunnel windmill*
7: *-front airplane* bus* cargo-ship castle-gate double-decker-bus ferry* glasshouse half-timbered-house locomotive*
  metro* passenger-ship* rocket* ship* space-shuttle stilt-house tall-ship train* tram* viking-ship water-mill yacht
8: airliner landed-rocket
9: launching-rocket
10: launch-pad
12: airship asian-temple bell-tower bullet-train castle* cathedral chimney-stack church* city-wall clock-tower
  express-train ferris-wheel* hospital* hotel* japanese-castle* lighthouse* mansion modern-villa mosque* obelisk
  observatory office office-building oil-rig pagoda palace school* sphinx stadium* stone-tower suspension-bridge
  water-tower
14: tower-crane wind-turbine
30: viaduct
40: cliff hill summit
`

const rows = METRES.trim()
  .split(/\n(?=\d)/)
  .flatMap((row) => {
    const [metres, ...names] = row.split(/:?\s+/)
    return names.map((name) => [name, Number(metres)] as const)
  })
const byName: ReadonlyMap<string, number> = new Map(rows)
const byPart = rows
  .filter(([name]) => name.includes('*'))
  .toSorted(([one], [other]) => other.length - one.length)
  .map(([name, metres]) => ({ pattern: new RegExp(`^${name.replace('*', '.*')}$`), metres }))

/** How large what a drawing shows is in nature, by its name. */
export const metresByName = (art: string): number | undefined =>
  byName.get(art) ?? byPart.find(({ pattern }) => pattern.test(art))?.metres
