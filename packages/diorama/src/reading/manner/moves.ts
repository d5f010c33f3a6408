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

type Moves = Partial<Pick<Brief, 'happenings' | 'camera'>>

/** How the camera and what rolls move, where that is said by a verb with words around it. */
export function readMoves(prompt: string, read: Moves & Pick<Brief, 'happenings'>): Moves {
  const filmed = read.camera !== undefined || /\b(?:camera|shot|pan|pans|panning|tilts?|zooms?|dolly)\b/i.test(prompt)
  const camera = filmed ? turnedCamera(prompt) : undefined
  const going: Happening[] = GOING.test(prompt) ? ['go'] : []
  return { happenings: [...read.happenings, ...going], ...(camera && { camera }) }
}
