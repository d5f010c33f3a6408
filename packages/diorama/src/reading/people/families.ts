// Words for the young of animals and for kin, in the ten languages that are read best, without accents as tokens are.

const YOUNG_WORDS = [
  String.raw`ling|owlet|eaglet|cygnet|fawn|kitten|pupp|cub|foal|calf|\bchicks?$|lamb|baby|babies|joey`,
  'katzchen|welpe|kuken|entlein|fohlen|kalb|ferkel|rehkitz|junge[ns]?$',
  'chaton|chiot|caneton|poussin|poulain|agneau|^veau|ourson|lionceau|louveteau|faon|porcelet|oisillon|bebe',
  'gatit|cachorrit|patit|pollit|polluel|potr[oi]|corder|terner|osezno|lobezno|cervat|perrit',
  'gattin|cucciol|anatroccol|pulcin|puledr|agnell|vitell|orsetto|orsetti|cerbiatt|cagnolin|leoncin|maialin|uccellin',
  'gatinh|filhot|patinh|pintinh|potrinh|cordeir|bezerr|ursinh|cachorrinh|passarinh',
  'котен|котят|щен[оя]|щенк|утен|утят|цыпл|жереб[ея]|ягнен|ягнят|телен|телят|медвеж|лисен|лисят|волчон|волчат|тигрен|львен|львят|слонен|слонят|зайчон|зайчат|птенц|птенец',
  '小猫|小狗|小鸭|小鸡|雏|小马驹|小羊羔|小牛|幼|崽',
  '子猫|子犬|仔|ひよこ|ヒヨコ|子馬|子羊|子牛|子熊|子鹿|子豚|アヒルの子|こねこ|こいぬ|子ぎつね|雛|ヒナ',
  'بطات صغير|بطيط|صغار|قطيط|هرير|جرو|جراء|كتكوت|كتاكيت|صوص|صيصان|فرخ|فراخ|شبل|اشبال|^مهر|عجل|حمل صغير',
  'पिल्ल|चूज|शावक|बछड|मेमन|बिलौट|के बच्च|का बच्च',
]
const YOUNG = new RegExp(YOUNG_WORDS.join('|'))

/** Whether a word for an animal or a person means a young one. */
export const isYoung = (text: string): boolean => YOUNG.test(text)

// Chicks are drawn alike, of whichever bird they are.
const OF_DUCKS = /duck|ent|canet|patit|patinh|anatr|утен|утят|鸭|アヒル|カモ|بط|बत्तख/

/** The grown bird whose chick a word names. */
export const parentOf = (chick: string): string => (OF_DUCKS.test(chick) ? 'duck' : 'chicken')

const KIN =
  /^(father|mother|dad|daddy|mom|mum|mummy|mommy|mama|papa|parents?|brothers?|sisters?|siblings?|friends?|mutter|vater|eltern|mere|pere|maman|parents|madre|padre|mama|papa|mamma|genitori|mae|pai|мам[аеуы]|мамой|матер[ьи]|матерью|отц\S*|папой|母親|父親|お母さん|お父さん|母|妈妈|爸爸|母亲|父亲|ام|امه|امها|امهم|والدته|والدتها|ابيها|ابيه|मां|माता|पिता)$/

/** Whether a word names a relation of somebody: of an animal it is an animal too. */
export const isKin = (text: string): boolean => KIN.test(text)

const OWN =
  /^(its|his|her|their|sein\S*|ihr\S*|leur|leurs|sa|son|ses|su|sus|il|la|loro|sua|seu|suas|seus|e|a|o|sein|свое\S*|своим\S*|за|с|अपनी|अपने|अपना)$/

// امها, "her mother": Arabic says whose it is at the end of the word.
const OWNED = /(ها|ه|هم)$/

/** Whether a relation is said to be that of somebody named before. */
export const isTheirOwn = (before: string, text: string, language: string): boolean =>
  language === 'ar' ? OWNED.test(text) : /^(zh|ja)$/.test(language) || OWN.test(before)

const PARENT =
  /^(mother|mama|mom|mommy|mum|father|papa|dad|daddy|madre|mere|maman|mutter|mae|mamae|mamma|мам[аеуы]|мамой|пап[аеуы]|папой|мать|матерью|母|妈妈|爸爸|妈咪|お母さん|お父さん|ام|الام|मां)$/

/** Whether a word before or after an animal says that it is a parent: a mother duck, мама-утка, 鸭妈妈. */
export const isParent = (text: string): boolean => PARENT.test(text)
