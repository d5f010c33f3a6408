/** What reading must know of a language beside its words. */
export type Language = {
  /** Files of data/ with the names and keywords of the drawings; where there is none of its own, a close one serves. */
  names: readonly string[]
  /** Whether our word files have words of it. */
  words?: true
  /** How it is told by its letters alone, where it has a script of its own. */
  script?: RegExp
  /** Letters that nearly decide between languages with many words in common. */
  letters?: RegExp
  /** Small words that tell a language which our word files hardly know. */
  smallWords?: string
  /** Endings of inflected words, and how many letters must be left of a word without its ending. */
  endings?: { list: string; least: number }
  /** Measure words: with a number before them they count what comes next, and name nothing. */
  counters?: string
  /** Written without spaces: each character is a token. */
  glued?: true
  /** Adjectives usually follow their noun. */
  adjectiveFollows?: true
  /** Of two nouns side by side, the first is the thing; or what a phrase is about comes last, after what governs it. */
  head?: 'first' | 'last'
  /** One word may be made of several, and the last part says what it is. */
  compounds?: true
}

const endings = (list: string, least: number) => ({ endings: { list, least } })
const NOUN_FIRST = { words: true, adjectiveFollows: true, head: 'first' } as const

// Earlier ones win where a text fits two languages alike: those with the more speakers first, and with our words.
const TABLE = {
  en: { names: ['en', 'en-gb'], words: true },
  es: { names: ['es', 'es-mx'], ...NOUN_FIRST, letters: /[ñ¿¡]|ción/i, ...endings('s es e', 3) },
  fr: { names: ['fr'], ...NOUN_FIRST, letters: /[çœêèà]|eau|\b[ldq]['’]/i, ...endings('s x e es', 3) },
  de: {
    names: ['de'],
    words: true,
    compounds: true,
    letters: /[äß]|sch|ü/i,
    ...endings('e en er es em n s ern', 3),
  },
  pt: { names: ['pt'], ...NOUN_FIRST, letters: /[ãõê]|ção|lh|nh|\bum(?:a|as|ns)?\b/i, ...endings('s es e', 3) },
  it: {
    names: ['it'],
    ...NOUN_FIRST,
    letters: /\b(?:un|dell|nell|sull|all|dall)['’]|\b(?:gli|degli|nello|della|sulla)\b/i,
    ...endings('i e a o hi he', 3),
  },
  tr: {
    names: [],
    words: true,
    head: 'last',
    letters: /[ğış]/i,
    ...endings(
      'lar ler lari leri larin lerin larda lerde da de ta te dan den tan ten in un i u a e ya ye yi nin nun si su im ' +
        'nda nde sinda sinde sini sinin sine sina',
      2,
    ),
  },
  id: { names: ['ms'], ...NOUN_FIRST, ...endings('nya', 3) },
  nl: { names: ['nl'], words: true, compounds: true, ...endings('en s e n', 3) },
  pl: {
    names: ['pl'],
    words: true,
    head: 'first',
    letters: /[łżźśąęń]/i,
    ...endings('ami ach ow om em ie ego emu ymi imi ych ich a e i y o u', 3),
  },
  sv: {
    names: ['sv'],
    words: true,
    compounds: true,
    letters: /å.*ä|ä.*å|ö.*å/i,
    smallWords: 'och en ett på med av som i under över den det är vid flyger sitter stor liten röd blå',
    ...endings('en et ar er or arna erna orna n t a e s', 3),
  },
  da: {
    names: ['da'],
    compounds: true,
    letters: /[æø]/i,
    smallWords: 'og en et på med af som i under over den det er ved flyver sidder stor lille rød blå',
    ...endings('en et er e erne ene s n', 3),
  },
  nb: {
    names: ['nb'],
    compounds: true,
    letters: /ø/i,
    smallWords: 'og en et på med av som i under over den det er ved flyr sitter stor liten rød blå',
    ...endings('en et er e ene a s n', 3),
  },
  fi: {
    names: ['fi'],
    compounds: true,
    smallWords: 'ja on joka kanssa alla päällä yllä iso pieni punainen sininen lentää istuu',
    ...endings('ssa sta lla lta lle ksi iin an en in t a n ia issa illa', 3),
  },
  hu: {
    names: ['hu'],
    compounds: true,
    letters: /[őű]/i,
    smallWords: 'egy a az és egyik alatt felett mellett nagy kis piros kék repül ül',
    ...endings('ban ben nak nek on en ok ek ak ot et at t k ra re val vel ba be bol rol', 3),
  },
  et: {
    names: ['et'],
    smallWords: 'ja on üks koos all peal kohal suur väike punane sinine lendab istub',
    ...endings('s st l lt le d ga ks a i u e', 3),
  },
  lt: {
    names: ['lt'],
    smallWords: 'ir su ant po virš yra didelis mažas raudonas mėlynas skrenda sėdi',
    ...endings('as is us ys a e ai iai os es oje eje yje u o io ui ei', 3),
  },
  ms: {
    names: ['ms'],
    adjectiveFollows: true,
    head: 'first',
    smallWords: 'dan di atas bawah dengan seekor sebuah yang besar kecil merah biru terbang duduk',
    ...endings('nya', 3),
  },
  vi: { names: ['vi'], ...NOUN_FIRST, script: /[ăơưđạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/i },
  ja: {
    names: ['ja'],
    words: true,
    glued: true,
    head: 'last',
    counters: '匹 人 羽 頭 本 つ 個 枚 台 冊 杯 軒 隻 着 足 輪 株 皿 艘 機 両 束 切れ',
    script: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  },
  ko: { names: ['ko'], words: true, head: 'last', script: /\p{Script=Hangul}/u },
  zh: {
    names: ['zh', 'zh-hant'],
    words: true,
    glued: true,
    counters:
      '只 个 位 条 名 朵 匹 艘 辆 头 棵 座 本 把 张 支 件 颗 盏 杯 碗 盘 块 片 束 瓶 间 栋 架 台 根 口 双 幅 顶 串 篮 袋 枝 扇 列 部 面 粒 尊 隻 個 條',
    script: /\p{Script=Han}/u,
  },
  th: { names: ['th'], glued: true, script: /\p{Script=Thai}/u },
  hi: {
    names: ['hi'],
    words: true,
    head: 'last',
    script: /\p{Script=Devanagari}/u,
    ...endings('ों ें ा े ी ि ो ं यां ियां ियों', 2),
  },
  bn: { names: ['bn'], head: 'last', script: /\p{Script=Bengali}/u, ...endings('র ের টি টা গুলি গুলো তে এ ে', 2) },
  ar: { names: [], ...NOUN_FIRST, script: /\p{Script=Arabic}/u },
  uk: {
    names: ['uk'],
    head: 'first',
    // Letters that Russian lacks.
    script: /[іїєґ]/i,
    ...endings('ями ами ого ому ими ях ах ів їв ей ою ий ій а я о е и і ї у ю ь й ом ем ам ям ові еві', 2),
  },
  ru: {
    names: ['ru'],
    words: true,
    head: 'first',
    script: /\p{Script=Cyrillic}/u,
    ...endings(
      'иями ями ами ого его ому ему ыми ими ых их ым им ях ах ов ев ей ой ый ий ая яя ое ее ые ие ую юю ом ем ам ям а я о е и ы у ' +
        'ю ь й',
      2,
    ),
  },
} satisfies Record<string, Language>

/** All languages by their code. */
export const LANGUAGES: ReadonlyMap<string, Language> = new Map<string, Language>(Object.entries(TABLE))
