import { traitsOf } from '../../archetype-traits.ts'
import { archetypeOfPlace } from '../../places.ts'
import type { Sense } from '../senses.ts'
import { textBefore, type Context, type Rule } from './said-of.ts'

// What is made for somebody: of a logo for a dog salon the salon is the client, and no dog need be in it.
const MADE =
  /(^| )(logos?|logotype|icons?|badge|emblem|crest|mascot|posters?|flyers?|leaflet|brochure|banner|cards?|invitations?|stickers?|labels?|covers?|designs?|pages?|apps?|prints?|menu|campaign|packaging|patterns?|illustrations?|infographic|advert|ad|website|page|room|sheets?|strips?|set|pack|flatlay|mockup|thumbnail|post|header|collection|wallpaper|tablecloth|fabric|print|identity) (?:\S+ ){0,6}?for (an? |the |my |our |your |some )?((?!with |of |showing |featuring |from |in )\S+ ){0,4}$/
// All of the clause up to a noun: the job is often named far before whom it is for.
const clauseBefore = ({ tokens }: Context, { at, clause }: Sense) =>
  tokens
    .slice(0, at)
    .filter((token) => token.clause === clause)
    .map(({ text }) => `${text} `)
    .join('')

// The same in languages whose word for "for" stands before whom it is for.
const FOR: Readonly<Record<string, RegExp>> = {
  de: /(^| )(logo|icon|plakat|poster|flyer|einladung|karte|banner|aufkleber|sticker|etikett|muster|emblem|maskottchen|cover|anzeige|illustration|design|entwurf|visitenkarte|speisekarte)\S* (?:\S+ ){0,6}?fur (\S+ ){0,4}$/,
  fr: /(^| )(logo|icone|affiche|flyer|invitation|carte|banniere|autocollant|sticker|etiquette|motif|embleme|mascotte|couverture|illustration|design|publicite|menu)\S* (?:\S+ ){0,6}?pour (\S+ ){0,4}$/,
  es: /(^| )(logo|logotipo|icono|cartel|poster|folleto|invitacion|tarjeta|pegatina|etiqueta|patron|emblema|mascota|portada|ilustracion|diseno|anuncio|menu)\S* (?:\S+ ){0,6}?para (\S+ ){0,4}$/,
  it: /(^| )(logo|icona|manifesto|locandina|poster|volantino|invito|biglietto|adesivo|etichetta|motivo|emblema|mascotte|copertina|illustrazione|design|menu)\S* (?:\S+ ){0,6}?per (\S+ ){0,4}$/,
  pt: /(^| )(logo|logotipo|icone|cartaz|poster|panfleto|convite|cartao|adesivo|etiqueta|padrao|emblema|mascote|capa|ilustracao|design|anuncio|cardapio)\S* (?:\S+ ){0,6}?(para|de) (um|uma|o|a|loja) (\S+ ){0,4}$/,
  ru: /(^| )(логотип|иконк|плакат|постер|афиш|открытк|приглашени|наклейк|этикетк|эмблем|обложк|баннер|паттерн|дизайн|меню)\S* (?:\S+ ){0,6}?для (\S+ ){0,4}$/,
  ar: /(^| )(شعار|ايقونه|ايقونة|ملصق|بطاقة|دعوة|غلاف|تصميم|لوغو) (?:\S+ ){0,6}?ل (\S+ ){0,3}$/,
}

const READERS =
  /^(kids?|children|adults?|toddlers?|girls|boys|grown ups|beginners|seniors|babies|women|men|schools?|preschool|classroom|students?|teens?|parents|teachers?|tourists|customers|clients?)$/

// The rooms and streets of a client. Of mountains and seas that a poster is for, the poster is a view.
function isOfClients({ value }: Sense): boolean {
  const archetype = archetypeOfPlace(value)
  return (
    value === 'room' || (archetype !== undefined && (archetype === 'street' || traitsOf(archetype).where.isIndoors))
  )
}

/** A sheet for a gym and a pattern for a bedroom are in neither. */
export const clients: Rule = (sense, context) => {
  if (FOR[context.language]?.test(clauseBefore(context, sense)) && isOfClients(sense)) return 'surely'
  if (context.language !== 'en' || !isOfClients(sense)) return undefined
  const before = textBefore(context, sense)
  if (/^(perfect |great |ideal |made )?for (an? |the |my |our )?(\S+ ){0,3}$/.test(before)) return 'surely'
  return MADE.test(clauseBefore(context, sense)) ? 'surely' : undefined
}

/** A colouring page for kids has no kids in it, and a logo for a bakery need show no baker. */
export const purposes: Rule = (sense, context) => {
  if (FOR[context.language]?.test(clauseBefore(context, sense))) return 'likely'
  if (context.language !== 'en') return undefined
  const before = textBefore(context, sense)
  // "…, thick lines, for toddlers": in a clause of its own it is said of the whole page.
  if (/^(perfect |great |ideal |made )?for (an? |the |my |our )?(\S+ ){0,3}$/.test(before) && READERS.test(sense.text))
    return 'surely'
  if (!MADE.test(clauseBefore(context, sense))) return undefined
  return READERS.test(sense.text) ? 'surely' : 'likely'
}
