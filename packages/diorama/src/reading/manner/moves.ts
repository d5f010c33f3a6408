import type { Brief, CameraMove, Happening } from '../../brief.ts'

// What may stand between a move of the camera and its direction: "pans slowly to the left".
const BETWEEN = String.raw`(?:\W+(?:the|to|towards?|very|slow|slowly|gently|smoothly|quickly|gradually|camera|shot|across|upwards?|from|left|right|over|it|view))*?`
const turned = (verbs: string, where: string) => new RegExp(String.raw`\b(?:${verbs})\b${BETWEEN}\W+(${where})\b`, 'i')

const SIDEWAYS = turned('pan|pans|panning|panned|truck|trucks|trucking|sweep|sweeps|sweeping', 'left|right')
const ROUND = turned(
  'pan|pans|panning|panned|sweep|sweeps|sweeping',
  String.raw`(?:from\W+)?(?:left|right)\W+to\W+(?:left|right)`,
)
const IN_OR_OUT = turned(
  'zoom|zooms|zooming|dolly|dollies|dollying|push|pushes|pushing|pull|pulls|pulling',
  'in|out|back|away',
)
const UP_OR_DOWN = turned('tilt|tilts|tilting|crane|cranes|craning', 'up|down|upwards|downwards')

/** The move of the camera where its direction is some words away from its verb, which no list of phrases can hold. */
function turnedCamera(prompt: string): CameraMove | undefined {
  const way = ROUND.exec(prompt)?.[1] ?? SIDEWAYS.exec(prompt)?.[1]
  if (way) return /left$/i.test(way) ? 'pan-left' : 'pan-right'
  const depth = IN_OR_OUT.exec(prompt)?.[1]
  if (depth) return /in/i.test(depth) ? 'push-in' : 'pull-out'
  const height = UP_OR_DOWN.exec(prompt)?.[1]
  if (height) return /^up/i.test(height) ? 'crane' : 'tilt-down'
  return undefined
}

// Verbs of whatever rolls. They are no deeds: nobody holds his body in another way for them.
const GOING = new RegExp(
  String.raw`(?<!\p{L})(?:driv(?:es|ing)|cross(?:es|ing)|pass(?:es|ing)|rac(?:es|ing)|speed(?:s|ing)|roll(?:s|ing)|rush(?:es|ing)|travel(?:s|l?ing)|mov(?:es|ing)|cruis(?:es|ing)|chug(?:s|ging)|heading|thundering|zooming (?:past|by|along|down|through)|plow(?:s|ing)|plough(?:s|ing)|fährt|fahren|fahrende?[rsnm]?|rast|conduciendo|circula|circulando|cruzando|cruza|recorre|roule|roulant|traverse|traversant|едет|едущ\p{L}+|мчится|проезжает|ехать|dirigindo|percorre|percorrendo|atravessa|atravessando|viaggia|attraversa|percorrendo|rijdt|rijdende?|jedzie|jadąc\p{L}+|kör|körande|åker|melaju|melintas|giden|ilerleyen|geçen|يسير|تسير|تعبر|يعبر)(?!\p{L})|行驶|驶过|穿过|开过|疾驰|走る|走って|渡る|달리|지나가|건너`,
  'iu',
)

// What is told by a verb with other words between it and what makes it a happening.
const WATER = '(?:water|pond|lake|pool|sea|river|ocean|puddle)'
const TOLD: readonly [RegExp, Happening][] = [
  // A deed too, which no happening of the tables may take from it.
  [/\bkick(?:s|ed|ing)?\b|\bkickt\b|\b(?:patea|chuta|calcia)(?:ndo)?\b|пинает|踢|蹴/iu, 'kick'],
  [
    new RegExp(
      String.raw`\b(?:jump|leap|div|hop|plung|fall|cannonball)\w*\b[^.,;]*\binto (?:the|a) (?:\w+ )?${WATER}\b`,
      'i',
    ),
    'splash',
  ],
  [/\brockets?\b[^.,;]*\b(?:launch|blast|lift)(?:es|s|ing)?\b/i, 'rise'],
  [
    /\b(?:fl(?:y|ies|ying)|soar(?:s|ing)?|float(?:s|ing)?)\s+(?:high\s+|slowly\s+)?(?:up|upwards?)(?!\s+(?:a|the)\s)\b/i,
    'rise',
  ],
  [/\bgrow(?:s|ing)? (?:from|out of|into|up)\b/i, 'grow'],
]
const SEASONS =
  /\b(?:seasons? (?:change|changes|changing|pass|passes|passing|go(?:es)? by|cycle|turn)|chang(?:e|ing) (?:of )?(?:the )?seasons|(?:through|all) (?:the )?(?:four )?seasons|four seasons)\b/i

const COMES =
  /\b(winter|spring|summer|autumn|fall) (?:comes|is coming|arrives|approaches|sets in|begins|returns)\b|\b(?:turns?|changes?|turning|changing|becomes?) (?:in)?to (winter|spring|summer|autumn|fall)\b/i
const BEFORE = { winter: 'autumn', spring: 'winter', summer: 'spring', autumn: 'summer' } as const

// A season that comes follows the one before it.
function passingYear(prompt: string, { turnsTo }: Moves): Moves {
  if (turnsTo) return {}
  if (SEASONS.test(prompt)) return { season: 'summer', turnsTo: 'winter' }
  const [, first, second] = COMES.exec(prompt) ?? []
  const named = (first ?? second)?.toLowerCase().replace('fall', 'autumn') as keyof typeof BEFORE | undefined
  return named ? { season: BEFORE[named], turnsTo: named } : {}
}

const LEAVES = /\b(?:leaves|foliage)\b[^.,;]*\b(?:fall|drift|swirl|blow|float|flutter|tumbl|danc)\w*/i

type Moves = Partial<Pick<Brief, 'happenings' | 'camera' | 'season' | 'turnsTo' | 'particles'>>

/** How the camera and what rolls move, where that is said by a verb with words around it. */
export function readMoves(prompt: string, read: Moves & Pick<Brief, 'happenings'>): Moves {
  const filmed = read.camera !== undefined || /\b(?:camera|shot|pan|pans|panning|tilts?|zooms?|dolly)\b/i.test(prompt)
  const camera = filmed ? turnedCamera(prompt) : undefined
  const going: Happening[] = GOING.test(prompt) ? ['go'] : []
  const told = TOLD.flatMap(([words, what]) => (words.test(prompt) ? [what] : []))
  const year = passingYear(prompt, read)
  const happenings = [...new Set([...read.happenings, ...going, ...told])]
  const flying = read.particles ?? []
  const leaves = LEAVES.test(prompt) && !flying.includes('leaves') ? { particles: [...flying, 'leaves' as const] } : {}
  return { happenings, ...(camera && { camera }), ...year, ...leaves }
}
