import type { Sense } from '../senses.ts'
import { kindOf, textAfter, textBefore, type Context, type Rule } from './said-of.ts'

const ARTICLE = String.raw`(?:(?:a|an|the|un|una|une|uno|um|uma|le|la|les|el|los|las|il|lo|gli|l|d|o|os|as|einer|eines|einem|de|den|het|een|en|ett) )*`

// "Made of", "in the shape of", "the colour of", "the light of": what follows is not there, something else is like it.
const BEFORE: Readonly<Record<string, string>> = {
  en:
    '(?:made|built|carved|woven|formed|composed|constructed|sculpted|crafted|knitted|knit|crocheted|assembled|folded|cut|' +
    'molded|moulded|sewn|stitched)(?: \\w+ly)?(?: out)? (?:of|from)(?: thousands of| hundreds of| old| tiny| little| many)?|' +
    '(?:in the shape|in the form|in the style|the colou?r|the texture|the look|smell|scent|aroma|the glow) of|shaped like|' +
    'like|(?:carved|painted|decorated|printed|embroidered|adorned) with|sacks? of|bags? of|resembling|reminiscent of|inspired by|modell?ed (?:on|after)|as light as|as big as|size of',
  es: 'sacos? de|(?:ojos|orejas|alas|cuernos|piel|plumas|garras) de|(?:olor|aroma) (?:a|de)|como|disfraz de|disfrazad[oa]s? de|mascara de|hech[oa]s?(?: enteramente| totalmente)? (?:de|con)|(?:en|con) forma de|(?:de )?colou?r(?:es)?(?: de)?|estampados? de|motivos? de|luz de|luces de|sombras? de|reflejos? de|tonos?(?: de)?|trazos? de|lineas? de|textura de|cola de|parecid[oa] a',
  fr: 'sacs? de|(?:yeux|oreilles|ailes|cornes|peau|plumes) (?:de|d)|(?:odeur|parfum) (?:de|d)|comme|costume de|deguisee?s? en|deguisement (?:de|d)|masque de|faite?s?(?: entierement)? (?:de|en|d|avec)|en forme de|couleurs?(?: de)?|motifs?(?: de| a)?|imprime|lumiere (?:de|d|a)|lueur (?:de|d)|ombres? (?:de|des|d)|reflets? (?:de|des|d)|tons?(?: de)?|traits? de|lignes? de|texture de|queue de|facon',
  it: 'sacc[oh]i? di|(?:occhi|orecchie|ali|corna|pelle|piume) (?:di|da)|(?:odore|profumo) (?:di|del)|come|costume da|travestit[oa] da|maschera da|fatt[oaie](?: interamente)? (?:di|con)|a forma di|colou?re?(?: di)?|fantasia(?: a| di)?|motiv[oi] (?:di|a)|luce (?:di|della)|luci di|ombr[ea] (?:di|delle|dei)|rifless[oi] di|toni (?:di|del)|linee di|tratti di|coda di',
  pt: 'sacos? de|(?:olhos|orelhas|asas|chifres|pele|penas) de|(?:cheiro|aroma) de|como|fantasia de|fantasiad[oa]s? de|mascara de|feit[oa]s?(?: inteiramente)? (?:de|com)|em forma de|colou?r|cor(?: de)?|cores de|estampas? de|motivos? de|luz de|luzes de|sombras? de|reflexos? de|tons de|tracos de|linhas de|rabo de|cauda de|trancas de',
  de: '(?:duft|geruch) (?:von|nach)|wie|als kostum|verkleidet als|in form (?:von|eines|einer)|in gestalt (?:von|eines|einer)|muster (?:von|aus|mit)|schatten von|licht von|farbe von',
  nl: 'verkleed als|gemaakt van|in de vorm van|in de kleur van|kleur van|patroon van|licht van|schaduw van',
  sv: 'utkladd till|gjord av|gjort av|i form av|formad som|monster av|ljus av|skuggor av',
  pl: 'worek|zapach|jak|oczy|uszy|w stroju|w przebraniu|w kostiumie|przebran\\w+ za|zrobion\\w+ z|wykonan\\w+ z|w ksztalcie|w kolorze|kolor|koloru|we wzor|wzor|swiatl[oe]|cien|cienie|w stylu|ogon',
  ru: 'мешок|мешком|запах|аромат|как|словно|в костюме|костюм|в маске|маска|сделан\\S* из|построен\\S* из|в форме|в виде|цвета|цвет|свет|свете|тень|тени|узор из|с узором из|в стиле',
  id: 'kostum|topeng|terbuat dari|berbentuk|warna|motif|cahaya|bayangan|bergaya',
  vi: 'làm bằng|làm từ|hình|màu|họa tiết|ánh sáng|bóng',
  ar: 'مصنوع من|مصنوعة من|علي شكل|بلون|بشكل|ضوء|ظل',
}
const PREFIXES = new Map(
  Object.entries(BEFORE).map(([language, words]) => [language, new RegExp(`(?:^| )(?:${words}) ${ARTICLE}$`, 'u')]),
)

// Where the noun comes first, so does what something else is like.
const AFTER: Readonly<Record<string, RegExp>> = {
  en: /^(shaped|like|themed|inspired|patterned|printed|coloured|colored|scented|flavou?red|styled?|esque|textured|toned|tinted|sized|studded|faced|headed|legged|eyed|topped) /,
  ja: /^(の形|の?型|形の|色の|色を|色に|の?柄|の?模様|でできた|製の|のような|の?着ぐるみ|の?コスチューム|の?仮装|の?お面|の衣装|の光|の影|の灯|風の|みたいな)/,
  zh: /^(形状?的|形的|色的|色|图案|花纹|纹的|做的|制成|的影子|的光|灯光|一样的|服装|的?衣服|面具|头套|般的|造型)/,
  ko: /^(모양|색|색의|무늬|무늬의|로 만든|으로 만든|처럼|옷|의상|코스튬|가면|같은|빛|그림자|스타일)/,
  tr: /^(seklinde|desenli|renkli|renginde|isigi|isiginda|golgesi|gibi|kostumu|kostumlu|maskesi|maskeli) /,
  hi: /^(के आकार|की आकृति|के रंग|जैसा|जैसी|से बना|से बनी)/,
}

// "A dog like a wolf" has a dog in it, and "a bottle shaped like a moon" a bottle: only glued by a hyphen do they look back.
const LOOKS_AHEAD = /^(like (a|an|the|his|her|in|this|that)|\w+d (like|as|by|with|after|in|to|from|around|on|for)) /

const FOOD = /^(food|drink)/
const WHOLE = /^(place-building|transport)/
const OF = /^(of|de|d|en|di|da|aus|z|ze|из|van|av)$/

// A house of gingerbread and an ice cream cart have nothing to eat beside them.
function isOfFood(sense: Sense, { senses, tokens }: Context): boolean {
  const whole = senses.find((other) => other.end === sense.at - 1 && WHOLE.test(kindOf(other)))
  return FOOD.test(kindOf(sense)) && whole !== undefined && OF.test(tokens[whole.end]?.text ?? '')
}

// The leaf of a fern leaf begins with the fern.
function startOf(sense: Sense, { senses }: Context): Sense {
  const before = senses.find(
    (other) => other.end === sense.at && other.clause === sense.clause && other.strength > 1 && kindOf(other) !== '',
  )
  return before ?? sense
}

const MADE_OF = /(^| )(made|formed|built|composed)( out)? (of|from) (an? |the )?(\S+ )?$/
const isMark = ({ senses }: Context) =>
  senses.some(({ kind, value }) => kind === 'format' && (value === 'mark' || value === 'icon'))

/** The heart of a heart-shaped balloon and the gingerbread that a house is made of are not beside them. */
export const looksLike: Rule = (sense, context) => {
  const { language } = context
  const after = textAfter(context, sense)
  if (AFTER[language]?.test(after) && !(language === 'en' && LOOKS_AHEAD.test(after))) return 'surely'
  // What a mark is made of is drawn within it.
  if (isMark(context) && MADE_OF.test(textBefore(context, startOf(sense, context)))) return undefined
  if (isOfFood(sense, context)) return 'likely'
  return PREFIXES.get(language)?.test(textBefore(context, startOf(sense, context))) ? 'likely' : undefined
}
