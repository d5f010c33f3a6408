import { textBefore, type Rule } from './said-of.ts'

// What is made for somebody: of a logo for a dog salon the salon is the client, and no dog need be in it.
const MADE =
  /(^| )(logos?|logotype|icons?|badge|emblem|crest|mascot|posters?|flyers?|leaflet|brochure|banner|cards?|invitations?|stickers?|labels?|covers?|designs?|pages?|apps?|prints?|menu|campaign|packaging|patterns?|illustrations?|infographic|advert|ad|website|page|room) for (an? |the |my |our |your |some )?(\S+ ){0,4}$/
const READERS = /^(kids?|children|adults?|toddlers?|girls|boys|grown ups|beginners|seniors|babies|women|men)$/

/** A colouring page for kids has no kids in it, and a logo for a bakery need show no baker. */
export const purposes: Rule = (sense, context) => {
  if (context.language !== 'en') return undefined
  const before = textBefore(context, sense)
  // "…, thick lines, for toddlers": in a clause of its own it is said of the whole page.
  if (/^for (the |small |young |little )?$/.test(before) && READERS.test(sense.text)) return 'surely'
  if (!MADE.test(before)) return undefined
  return READERS.test(sense.text) ? 'surely' : 'likely'
}
