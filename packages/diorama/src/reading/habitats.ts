import { drawingOf } from '../art.ts'
import type { Archetype } from '../brief.ts'

// A drawing's own surroundings, where its subgroup says too little.
const BY_ART: [pattern: RegExp, archetype: Archetype][] = [
  [/^(bonsai|orchid|succulent|aloe|basil|geranium)$/, 'tabletop'],
  [/^monstera$/, 'room'],
  [/^(axolotl|sea-turtle)$/, 'underwater'],
  [/^(squirrel|red-panda|lemur|porcini|chanterelle|acorn|pine-cone|fern|moss)$/, 'forest'],
  [
    /^(plough|scythe|sickle|chainsaw|horseshoe|jump-rope|garden-parasol|cannon|catapult|wedding-arch|maypole|totem-pole|slingshot|pinwheel|longbow|spear|war-hammer|battle-axe|baseball-.*|golf-club|satellite-dish|kettlebell|hula-hoop)$/,
    'landscape',
  ],
  [/^(deck-chair|beach-hut|oil-rig|life-jacket|message-bottle)$/, 'sea'],
  [/^(ski-pair|snowboard|horse-sleigh|snowmobile)$/, 'landscape'],
  [/^(sky-lantern|drone|fighter-jet|biplane|seaplane)$/, 'sky'],
  [/^space-shuttle$/, 'space'],
  [/^(double-decker-bus|school-bus|garbage-truck|food-truck|billboard|bus-shelter|.*-front|cycle-rickshaw)$/, 'street'],
  [/^(combine-harvester|covered-wagon|caravan|houseboat)$/, 'landscape'],
  [
    /^(pendant-lamp|fairy-lights|bunting|flower-garland|framed-painting|christmas-(wreath|stocking)|flat-tv|jukebox|vending-machine|chess-board|billiard-table|dollhouse|suit-of-armor|dreamcatcher|advent-calendar|blank-canvas|robot-vacuum|storage-trunk|yoga-mat)$/,
    'room',
  ],
  [
    /^(samovar|tea-set|frying-pan|wok|blender|kitchen-scale|candlestick|candelabra|bamboo-steamer|jam-jar|clothes-iron|hair-dryer|tablecloth)$/,
    'tabletop',
  ],
  [/^(flag|planted-flag|watering-can|wheelbarrow|skeleton|crate|barrel|anvil|paper-plane)$/, 'landscape'],
  [/^(lantern|kettle|snow-globe)$/, 'tabletop'],
  [/^rocking-horse$/, 'room'],
  [/^(launching-rocket|launch-pad|water-pool|mud-pool|hot-spring|shipping-container)$/, 'landscape'],
  [/^sandcastle$/, 'sea'],
  [/^(locomotive|train|railway-car|high-speed-train|bullet-train|light-rail|mountain-railway)$/, 'landscape'],
  [/^(rocket|astronaut|.*-astronaut|satellite|flying-saucer|ringed-planet|comet|globe-showing.*|alien)$/, 'space'],
  [/^(hot-air-balloon|balloon|kite|rainbow|cloud|dove|eagle|fireworks|parachute)$/, 'sky'],
  [/^(whale|spouting-whale|dolphin|orca|seal|crab|spiral-shell|lighthouse|mermaid|merperson|merman)$/, 'sea'],
  [/^(person-surfing|.*-surfing|.*-swimming|water-wave|anchor|.*-rowing-boat)$/, 'sea'],
  [/^(submarine|diving-mask)$/, 'underwater'],
  [/^(lobster|shrimp|oyster|fried-shrimp)$/, 'tabletop'],
  [/^(monkey|gorilla|orangutan|koala|sloth|panda|mushroom|leopard|fairy|.*-fairy)$/, 'forest'],
  [/^(skyscraper|office-building|hotel|bank|tokyo-tower|statue-of-liberty|department-store|hospital)$/, 'city'],
  [/^(taxi|bus|tram-car|street-lamp|convenience-store|person-walking|oncoming-.*)$/, 'street'],
  [/^(bed|couch-and-lamp|chair|door|bathtub|television|christmas-tree|desk-lamp|mirror|piano|table)$/, 'room'],
  [/^(ballet-dancer|.*-dancing|performing-arts|mirror-ball|person-juggling|singer|.*-singer|circus-tent)$/, 'theatre'],
  [/^(studio-microphone|violin|trumpet|saxophone|guitar|drum|accordion|harp|banjo)$/, 'theatre'],
  [/^(vase|bouquet|camera|watch|headphone|mobile-phone|candle|typewriter)$/, 'tabletop'],
  [/^(snowman|campfire|tent|windmill|castle|jack-o-lantern|scarecrow|playground-slide|horse-racing)$/, 'landscape'],
  [/^(headstone|cowboy|farmer|.*-farmer|horse-racing)$/, 'landscape'],
  [/^(sled|skis|soccer-ball|soccer-player|flying-disc|building-construction|goal-net)$/, 'landscape'],
  [/^(skull|bone)$/, 'tabletop'],
  [/^(skier|snowboarder|person-climbing|.*-climbing|person-biking|.*-mountain-biking)$/, 'landscape'],
  [/^(books|open-book|telescope|microscope|scroll|laptop|desktop-computer)$/, 'desk'],
  [/^(bird|butterfly|honeybee|droplet|fire|tornado|snowflake)$/, 'landscape'],
  [/umbrella/, 'street'],
]

const BY_KIND: [pattern: RegExp, archetype: Archetype][] = [
  [/^animal-marine/, 'underwater'],
  [/^(animal|plant)/, 'landscape'],
  [/^(food|drink|dishware)/, 'tabletop'],
  [/^person-(sport|activity)/, 'landscape'],
  [/^(person|family|face)/, 'portrait'],
  [/^transport-water/, 'sea'],
  [/^transport-air/, 'sky'],
  [/^transport/, 'road'],
  [/^sky/, 'sky'],
  [/^place/, 'landscape'],
  [/^(computer|book|writing|office|science|mail)/, 'desk'],
  [/^household/, 'room'],
  [/^geometric/, 'abstract'],
  [/^(musical|music|heart|emotion|religion|award)/, 'theatre'],
]

const SKIN_TONE = /-(light|medium-light|medium|medium-dark|dark)-skin-tone.*$/

/** A drawing's name without its skin tone. */
export const baseOf = (art: string) => art.replace(SKIN_TONE, '')

/** The scene that a drawing belongs to by itself, if it is one of those that have one. */
export const byArt = (art: string) => drawingOf(art)?.home ?? BY_ART.find(([pattern]) => pattern.test(art))?.[1]

/** The scene that drawings of a subgroup belong to. */
export const byKind = (kind: string) => BY_KIND.find(([pattern]) => pattern.test(kind))?.[1]
