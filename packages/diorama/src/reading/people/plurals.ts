import type { Token } from '../tokens.ts'

// Words for several people whose number the ending does not tell in a language without a plural rule of its own.
const SEVERAL: Readonly<Record<string, RegExp>> = {
  // A Fischer is one as well as several: what is written alike is left to the words around it.
  de: /(?<=.{4})leute$|^(kinder|kindern|menschen|leute|manner|mannern|frauen|jungen|freunde|freundinnen|schwestern|touristen|soldaten|matrosen|bauern|tanzerinnen|studenten|piraten|zwillinge)$/,
  it: /^(bambini|bambine|ragazzi|ragazze|uomini|donne|persone|amici|amiche|fratelli|sorelle|turisti|soldati|marinai|contadini|ballerini|ballerine|musicisti|operai|studenti|pirati|cavalieri|gemelli|pescatori|nuotatori|ciclisti|sciatori|surfisti|giocatori|pompieri|cuochi)$/,
  nl: /^(kinderen|mensen|mannen|vrouwen|meisjes|jongens|vrienden|vriendinnen|broers|zussen|toeristen|soldaten|matrozen|boeren|dansers|muzikanten|arbeiders|piraten|ridders|vissers|schaatsers|fietsers)$/,
  sv: /^(barnen|manniskor|kvinnor|flickor|pojkar|vanner|broder|systrar|turister|soldater|bonder|pirater)$/,
  pl: /^(dzieci|ludzie|mezczyzni|kobiety|dziewczyny|dziewczynki|chlopcy|przyjaciele|bracia|siostry|turysci|zolnierze|marynarze|rolnicy|tancerze|muzycy|piraci|rycerze|rybacy|narciarze|rowerzysci)$/,
  ru: /^(дети|детей|люди|людей|мужчины|женщины|девушки|девочки|мальчики|друзья|подруги|братья|сестры|туристы|солдаты|матросы|моряки|фермеры|танцоры|музыканты|рабочие|студенты|пираты|рыцари|рыбаки|лыжники|велосипедисты|пожарные)$/,
  tr: /^(cocuklar|insanlar|adamlar|kadinlar|kizlar|arkadaslar|balikcilar|denizciler)$/,
  // Plurals that are made within the word; those that are a number of one as well, such as شباك, are left out.
  ar: /^(ال)?(اطفال|ناس|رجال|نساء|فتيات|اولاد|بنات|اصدقاء|صيادون|بحاره|بحارة|تلاميذ|طلاب|جنود|فرسان|عمال|شيوخ|ابناء|اخوة|ملوك|قراصنة|اطباء|علماء|شعراء|زوار|سياح|ضيوف|حمام|طيور|عصافير|كلاب|قطط|خيول|احصنة|جمال|ابل|فيلة|افيال|اسود|نمور|ذئاب|ثعالب|ارانب|قرود|دببة|اغنام|خراف|ماعز|ابقار|دجاج|بط|اوز|نوارس|نسور|صقور|غزلان|اسماك|دلافين|حيتان|فراشات|نحل|جراء|صيصان|كتاكيت|اشبال|ورود|زهور|ازهار|اشجار|نخيل|نخل|اوراق|فواكه|خضروات|خضار|تفاح|كتب|اقلام|رسائل|صناديق|سلال|اكواب|كؤوس|فناجين|صحون|اطباق|شموع|فوانيس|مصابيح|قناديل|بالونات|هدايا|العاب|دمى|سفن|قوارب|مراكب|سيارات|قطارات|طائرات|دراجات|بيوت|منازل|ابراج|قصور|خيام|كراسي|شباكه|شباك صيد|صخور|احذية|قبعات|نظارات|مظلات|شبابيك|نوافذ|ابواب|اجراس|طبول|سيوف|نجوم)$/,
  hi: /^(बच्चों|लोग|लोगों|औरतें|औरतों|महिलाएं|महिलाओं|लडकियां|लडकियों|लडकों|दोस्त|दोस्तों|किसानों)$/,
  id: /^(anak anak|orang orang)$/,
  ko: /(들|들이|들은|들을)$/,
}
const MARKED = /^(们|達|たち)$/

/** Whether a word, or what stands right after it, says that there are several of these people. */
export function isSeveral(part: readonly Token[], after: readonly Token[], language: string): boolean {
  const text = part.map((token) => token.text).join(part[0]?.glued ? '' : ' ')
  const [next, second] = after
  if (part[0]?.glued)
    return /(们|達|たち)$/.test(text) || MARKED.test(next?.text ?? '') || (next?.text === 'た' && second?.text === 'ち')
  return SEVERAL[language]?.test(text) === true
}
