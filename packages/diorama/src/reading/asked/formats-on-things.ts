import type { Sense } from '../senses.ts'
import { lives, textAfter, textBefore, type Context } from './said-of.ts'

const PRINTED = /^(sticker|pattern|mark|icon|tag)$/
const ON =
  /^(on|auf|sur|sobre|en|su|sul|sulla|sulle|na|w|på|pa|op) (the|a|an|his|her|its|my|their|dem|der|einem|einer|seinem|ihrem|le|la|les|un|une|el|los|las|il|lo|o|os|as|jej|jego|son|sa) /
const GROUND = /background|backdrop|white|black|paper|hintergrund|fond|fondo|sfondo|fundo|tlo|tle/
const WITH = /(^| )(with|wearing|mit|avec|con|com|met|med|z|с) (\S+ ){0,3}$/
const ENDLESS = /seamless|repeat|tile|textile|nahtlos|sans couture|raccord|sin costuras|senza|sem costura|bez szwu/

/** Stickers on a wall and a pattern on a dress are on somebody's things: the picture is no sticker and no pattern itself. */
export function isOnSomething(sense: Sense, context: Context): boolean {
  if (sense.kind !== 'format' || !(PRINTED.test(sense.value) || sense.value.startsWith('tiling-'))) return false
  const after = textAfter(context, sense)
  if (ON.test(after) && !GROUND.test(after)) return true
  const somebody = context.senses.some((other) => other.at < sense.at && lives(other))
  if (!somebody || context.tokens.some(({ text }) => ENDLESS.test(text))) return false
  const before = textBefore(context, sense)
  const later = /^(pattern|tiling-.*)$/.test(sense.value) && sense.clause > 0
  return (WITH.test(before) && !after.startsWith('of ')) || later
}
