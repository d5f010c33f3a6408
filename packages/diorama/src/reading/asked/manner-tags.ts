import type { Sense } from '../senses.ts'
import { kindOf, lives, type Context, type Rule } from './said-of.ts'

// What a phrase is about that ends in one of these: how the picture is taken, made or felt.
const MANNER =
  /^(photo|photos|photograph|photographs|photography|photographer|photoshoot|shoot|style|styled|vibes?|mood|atmosphere|feel|feeling|feelings|aesthetics?|look|looks|perspective|lens|angle|quality|editorial|magazine|documentary|movie|film|cinema|still|visuals?|inspired|influence|influences|esque|themed|theme|energy|colou?rs|palette|tones|grading|render|rendering|realism|catalog|catalogue|blog|wallpaper|screenshot|art|artwork|illustration|composition|frame|border|expression|gaze|adventure|comedy|drama|poetry|lettering|scale)$/

// A phrase that begins like this says by whom, with what or for whom the picture is made.
const MADE_BY =
  /^(inspired by|influenced by|in the style of|in style of|style of|directed by|painted by|drawn by|illustrated by|photographed by|art by|work by|created by|shot (on|with|by)|taken (on|with|by)|filmed (on|with|by|in)|captured (on|with|by)|rendered (in|with)|made (in|with)|as seen in|reminiscent of|based on|from the (movie|film|game|anime|series|book)) /
// "By tim walker", but not "by the sea" and "by a window".
const BY_NAME = /^by (?!the |a |an |his |her |its |their |my |our |\S+s? (river|sea|lake|window|fire)\b)/
const FOR_WHOM =
  /^(just |it s |this is |its )?(for|as) (my|our|his|her|their|your|a|an|the|kids|children|toddlers|adults|friends|instagram|tiktok|youtube|facebook|linkedin) /

const FEWEST = 3

const clauseText = ({ tokens }: Context, clause: number) =>
  tokens
    .filter((token) => token.clause === clause)
    .map(({ text }) => `${text} `)
    .join('')

// "As a pirate" is somebody, "as a gift" is none of the picture.
const GIVEN = /^as (a|an) (\S+ )?(gift|present|wallpaper|print|surprise|souvenir|background|header|card) $/

const isPurpose = (text: string) => FOR_WHOM.test(text) && (!text.startsWith('as ') || GIVEN.test(text))

const lastWord = (text: string) => /(\S+) $/.exec(text)?.[1] ?? ''

const isDrawn = (sense: Sense) => kindOf(sense) !== '' && sense.strength > 1

// With a verb or a preposition in it, a phrase tells of something: "a boy on his first photo".
function isPlainTag({ senses }: Context, clause: number): boolean {
  return !senses.some(
    ({ kind, clause: own, value }) => own === clause && (/^(rel|verb|craft|count)$/.test(kind) || value === 'wear'),
  )
}

function saysManner(sense: Sense, context: Context): boolean {
  const text = clauseText(context, sense.clause)
  if (MADE_BY.test(text) || BY_NAME.test(text) || isPurpose(text)) return true
  return MANNER.test(lastWord(text)) && isPlainTag(context, sense.clause)
}

const elsewhere = (sense: Sense, { senses }: Context, has: (other: Sense) => boolean) =>
  senses.some((other) => other.clause !== sense.clause && has(other))

/**
 * A phrase of a list that tells how the picture is taken, felt or meant shows nothing of what it names: equestrian photography
 * has no second horse, beach vibes no beach where another place is named, and for whom it is made is not in it.
 */
export const mannerTag: Rule = (sense, context) => {
  const { language, tokens } = context
  if (language !== 'en' || sense.clause === 0 || (tokens.at(-1)?.clause ?? 0) < FEWEST - 1) return undefined
  if (!saysManner(sense, context)) return undefined
  const text = clauseText(context, sense.clause)
  if (/^(place|home)$/.test(sense.kind))
    return isPurpose(text) || elsewhere(sense, context, ({ kind }) => kind === 'place') ? 'surely' : undefined
  return elsewhere(sense, context, isDrawn) || elsewhere(sense, context, ({ kind }) => kind === 'place')
    ? 'surely'
    : undefined
}

const PICTURE_FOR =
  /(^| )(pictures?|image|photo|painting|drawing|illustration|something|one|it|this) for (my|our|a|the|his|her) ((?!of |with |showing |where |that |who )\S+ ){0,2}$/

/** "A picture for my daughter with a fox": she is not in it. */
export const pictureFor: Rule = (sense, context) => {
  if (context.language !== 'en' || !(lives(sense) || sense.kind === 'place')) return undefined
  const { tokens } = context
  const before = tokens.slice(0, sense.at).filter(({ clause }) => clause === sense.clause)
  return PICTURE_FOR.test(before.map(({ text }) => `${text} `).join('')) ? 'surely' : undefined
}

/** A happy face is that of whoever is there; a silhouette is how they are seen. */
export const ofSomebody: Rule = (sense, context) => {
  if (context.language !== 'en' || !/^(faces?|silhouettes?)$/.test(sense.text) || sense.kind !== 'art') return undefined
  return context.senses.some((other) => other !== sense && other.at !== sense.at && isDrawn(other))
    ? 'surely'
    : undefined
}
