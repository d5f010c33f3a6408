import type { Marked } from '../find-marks.ts'
import type { Sense } from '../senses.ts'

const WORLDS: readonly [RegExp, string][] = [
  [/^(moon|mond|mondes|lune|luna|lua|maan|manen|ksiezycu|księżycu|луне|bulan|月球|月面|القمر|चांद|चंद्रमा)$/, 'moon'],
  [/^月$/, 'moon'],
  [/^(mars|marte|marsie|марсе|火星|화성|المريخ|मंगल)$/, 'mars'],
  [
    /^(asteroids?|asteroiden?|asteroide|asteroidi?|astéroïde|астероиде|asteroidzie|comet|meteor|小行星|小惑星|소행성)$/,
    'asteroid',
  ],
  [
    /^(planets?|exoplanet|planeten|planete|planeta|pianeta|planeet|planecie|планете|星球|行星|惑星|행성|كوكب|كوكبه|الكوكب|ग्रह)$/,
    'planet',
  ],
]
const EARTH = /^(earth|erde|tierra|terre|terra|aarde|земля|земли|землей|ziemia|jorden|地球|지구|bumi)$/
// Ground under the feet, not a disc in the sky: "on the moon", "auf dem Mond".
const ON = /^(on|upon|onto|auf|sur|en|em|na|no|num|numa|sulla|sul|su|sobre|op|pa|на|di|trên|علي|على)$/
// The red planet is Mars.
const RED = /^(red|roten?|roter|rouge|rojo|roja|vermelho|vermelha|rosso|rossa|красной|rode|czerwonej|赤い|红色|红)$/
const AFTER = /^(上|の上|表面|に|で|위|에|에서|पर)/
const GLUED =
  /(月球|月面|火星|小行星|小惑星|星球|行星|惑星)(の上|上|表面|に立|で|に)|在(月球|火星)|(달|화성|행성|소행성) ?(위|에)|月(で|の上|面|に立|に着)/

// "On the edge of a" crater.
const EDGE = 5

// A crater that an astronaut sits at, or from which the earth is seen, is one of the moon.
function isCrater(tokens: Marked['tokens'], text: string): boolean {
  const fromAfar = ({ text: word }: { text: string }) =>
    /^(astronauts?|cosmonauts?|spaceman|spacesuits?|lunar|rover)$/.test(word) || EARTH.test(word)
  return /^craters?$/.test(text) && tokens.some(fromAfar)
}

// A red planet is Mars.
function worldNamed(tokens: Marked['tokens'], at: number): string | undefined {
  const named = WORLDS.find(([word]) => word.test(tokens[at]?.text ?? ''))?.[1]
  const red = [tokens[at - 1], tokens[at + 1]].some((token) => RED.test(token?.text ?? ''))
  return named === 'planet' && red ? 'mars' : named
}

function worldAt({ tokens }: Marked, at: number): string | undefined {
  const { text = '', clause } = tokens[at] ?? {}
  const crater = isCrater(tokens, text)
  const world = crater ? 'moon' : worldNamed(tokens, at)
  if (!world) return undefined
  const before = tokens.slice(Math.max(0, at - (crater ? EDGE : 4)), at).filter((token) => token.clause === clause)
  // 月に吠える: alone, the moon of Japanese is mostly in the sky.
  const aloft = text === '月'
  if (!aloft && (before.some((token) => ON.test(token.text)) || AFTER.test(tokens[at + 1]?.text ?? ''))) return world
  return GLUED.test(tokens.map(({ raw }) => raw).join('')) ? world : undefined
}

const MOONS = /^(moons|monde|lunas|lunes|luas|manen|луны|lune|księżyce|ksiezyce)$/

// Seen from another world, the earth and its moons are things in the sky.
function inItsSky(senses: readonly Sense[], { tokens }: Marked, ground: number): Sense[] {
  return tokens.flatMap(({ text, clause }, at): Sense[] => {
    const known = senses.some((sense) => sense.kind === 'art' && sense.at <= at && at < sense.end)
    const [earth, moons] = [isEarth(tokens, at), MOONS.test(text)]
    if ((!earth && !moons) || known || at === ground) return []
    const seen = earth ? { kind: 'place', value: 'earth-above' } : { kind: 'art', value: 'full-moon' }
    return [{ at, end: at + 1, clause, text, ...seen, strength: 3, plural: moons }]
  })
}

// Earth tones and earth colours are none.
const isEarth = (tokens: Marked['tokens'], at: number) =>
  EARTH.test(tokens[at]?.text ?? '') && !/^(tones?|colou?rs?|hues?|palette)$/.test(tokens[at + 1]?.text ?? '')

/** Who stands on the moon, on Mars, on a planet or an asteroid has it for the ground, and it is no thing beside them. */
export function onAWorld(senses: readonly Sense[], marked: Marked): Sense[] {
  const ground = marked.tokens.findIndex((_, at) => worldAt(marked, at) !== undefined)
  const world = worldAt(marked, ground)
  // A crescent that somebody sits on, a ringed planet: longer words mean the drawing.
  const spoken = senses.find(
    ({ kind, at, end }) => /^(art|sky)$/.test(kind) && at <= ground && ground < end && end - at > 1,
  )
  if (!world || spoken) return [...senses]
  const { text = '', clause = 0 } = marked.tokens[ground] ?? {}
  const here: Sense = {
    at: ground,
    end: ground + 1,
    clause,
    text,
    kind: 'place',
    value: world,
    strength: 3,
    plural: false,
  }
  const others = senses.filter(
    ({ kind, value, at, end }) =>
      !(at <= ground && ground < end && (/^(art|sky|idea)$/.test(kind) || (kind === 'place' && value !== 'space'))) &&
      !(kind === 'place' && value === 'sky'),
  )
  return [...others, here, ...inItsSky(others, marked, ground)].toSorted((a, b) => a.at - b.at)
}
