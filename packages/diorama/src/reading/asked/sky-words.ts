import { archetypeOfPlace } from '../../places.ts'
import { headComesLast, type Sense } from '../senses.ts'
import { kindOf, lives, textBefore, type Context, type Rule } from './said-of.ts'

// Names of what is seen in the sky at night from the ground, among the words for outer space.
const SEEN =
  /^(milky way|galax|nebula|via lactea|voie lactee|galaxie|milchstrasse|via lattea|galassi|млечн|галакти|туманност|银河|星云|星系|天の川|銀河|星雲|은하|성운|درب التبانة|مجرة|आकाशगंगा|samanyolu|galaksi|bima sakti|melkweg|sterrenstelsel|drog[aeiou] mleczn|galaktyk|vintergatan|galax|dải ngân hà|thiên hà|starfield|stars and planets)/
// Who is at home between the stars.
const AWAY = /astronaut|rocket|satellite|flying-saucer|alien|ringed-planet|comet|globe/

function hasGround({ senses }: Context): boolean {
  const ground = senses.some(({ kind, value }) => {
    const archetype = kind === 'place' ? archetypeOfPlace(value) : undefined
    return archetype !== undefined && archetype !== 'space' && archetype !== 'sky'
  })
  if (ground) return true
  const things = senses.filter((sense) => sense.strength > 1 && kindOf(sense) !== '')
  return things.length > 0 && !things.some(({ value }) => AWAY.test(value))
}

const IN =
  /(^| )(in|into|through|across|from|up|of|am|im|durch|en|por|dans|a travers|nel|attraverso|no|pelo|na|w|po|в|по|di|i|op) (\S+ ){0,2}$/

const UNDER = /(^| )(under|beneath|below|against|unter|bajo|sous|sotto|sob|pod|onder|под) (\S+ ){0,3}$/

// "Pink sky" says how the sky looks, "in the sky" where something is.
function isMereSky(sense: Sense, context: Context): boolean {
  if (sense.kind !== 'place' || sense.value !== 'sky' || headComesLast(context.language)) return false
  // What is under clouds stands on the ground.
  const before = textBefore(context, sense)
  if (UNDER.test(before) && context.senses.some((other) => other.at < sense.at && kindOf(other) !== '')) return true
  if (sense.clause === 0) return false
  const somebody = context.senses.some((other) => other.clause < sense.clause && kindOf(other) !== '')
  return somebody && context.language !== 'zh' && !IN.test(before)
}

/** The milky way over a forest is in the sky of the forest: whoever is under it has not left the ground. */
export function toSky(sense: Sense, context: Context): Sense {
  if (isMereSky(sense, context)) return { ...sense, kind: 'sky', value: 'sun' }
  const seen = sense.kind === 'place' && sense.value === 'space' && SEEN.test(sense.text)
  return seen && hasGround(context) ? { ...sense, kind: 'sky', value: 'milky-way' } : sense
}

const WORLDS = /^(globe-|ringed-planet)/
const NAMED =
  /earth|planet|erde|terre|tierra|terra|земл|планет|地球|行星|惑星|지구|행성|ziemi|dunya|gezegen|bumi|aarde|jorden|satur/

const EARTH =
  /^(earth|planet earth|the earth|erde|terre|tierra|terra|земля|земли|землей|地球|지구|ziemia|ziemi|dunya|bumi|aarde|jorden)$/
const ORBITING = /astronaut|rocket|satellite|flying-saucer|alien|space|shuttle|comet|lander/

/** The Earth that somebody in space looks at or goes round is seen there. */
export const earthSeen = (senses: readonly Sense[], context: Context): Sense[] =>
  senses.flatMap((sense) => {
    const away = senses.some(({ value }) => ORBITING.test(value) || value === 'cockpit')
    return away && EARTH.test(sense.text) && worlds(sense, context)
      ? [{ ...sense, kind: 'sky', value: 'earth-seen' }]
      : []
  })

/** The Earth behind an astronaut is far away in the sky: beside somebody or something near it is no thing on the ground. */
export const worlds: Rule = (sense, { senses }) => {
  if (!WORLDS.test(sense.value) || !NAMED.test(sense.text)) return undefined
  const near = senses.some((other) => other !== sense && (lives(other) || /^(transport|place)/.test(kindOf(other))))
  return near ? 'likely' : undefined
}
