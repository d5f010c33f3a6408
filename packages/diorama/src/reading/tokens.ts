/** A word, or one character of a script that is written without spaces. `clause` grows at punctuation. */
export type Token = { text: string; raw: string; glued: boolean; emoji: boolean; clause: number }

// The longest prompt that is read; the service allows about this much, and a hostile one must not cost more.
const MAX_CHARACTERS = 4000

const GLUED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー々]`
const EMOJI = String.raw`[[\p{RGI_Emoji}\p{Extended_Pictographic}]--[0-9\#*©®™]]`
const STOP = String.raw`[.,;:!?\|\n\(\)\[\]\{\}、。，；：！？·—–…،]+`
const piecesWith = (emoji: string) =>
  new RegExp(String.raw`(${emoji})|(${GLUED})|[[\p{L}\p{M}\p{N}]--${GLUED}]+|(${STOP})`, 'gv')
// All emoji are four thousand sequences, and take longer to prepare than a prompt to read: most have none.
const MAY_HAVE_EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}\ufe0f\u20e3]/u
const PIECES = { plain: piecesWith('(?!)'), emoji: piecesWith(EMOJI) }

const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', ı: 'i', đ: 'd', ё: 'е' }
const HARAKAT = /[\u064b-\u065f\u0670\u0640]/g
const ALEF = /[أإآٱ]/g
// Left out as often as written: मेज and मेज़.
const NUKTA = /\u093c/g

// Most words of most tables: no need to look at them letter by letter.
const PLAIN = /^[A-Za-z0-9 ]*$/
// Nor to search them for what else they may be made of: there are a hundred thousand names of drawings.
const PLAIN_WORDS = /^[A-Za-z0-9 '’&/-]*$/
const BETWEEN = /[^A-Za-z0-9]+/
const LONGEST_NAME = 100
// Written in one way only.
const IDEOGRAPH = /^[\u4e00-\u9fff\u3041-\u30ff]$/

/** Lower case, without the accents of Latin letters; Vietnamese keeps them, since there they make other words. */
export function fold(text: string, language: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  if (IDEOGRAPH.test(text)) return text
  const lower = text.normalize('NFKC').toLowerCase().replaceAll('’', "'")
  if (language === 'vi') return lower.normalize('NFC')
  const bare = lower.normalize('NFD').replaceAll(/([a-zıøæœł])\p{M}+/gu, '$1')
  const plain = bare.normalize('NFC').replaceAll(/[ßøæœłıđё]/g, (letter) => LETTERS[letter] ?? letter)
  if (language === 'hi') return plain.replaceAll(NUKTA, '').replaceAll('ँ', 'ं')
  return plain.replaceAll(HARAKAT, '').replaceAll(ALEF, 'ا').replaceAll('ى', 'ي')
}

// The tags of picture boards count without a space: 1girl, 2boys. Sizes such as 4k and 35mm have fewer letters.
const COUNTED = /\b(\d{1,2})(?=(?:girl|boy|woman|man|women|men|cat|dog|person|child|kid|animal)s?\b)/gi
const DIGIT = /\d/

/** Cuts a prompt into tokens; hyphens and apostrophes separate, as they do in the word tables. */
export function tokenise(text: string, language: string): Token[] {
  const prompt = DIGIT.test(text) ? text.replaceAll(COUNTED, '$1 ') : text
  if (prompt.length < LONGEST_NAME && PLAIN_WORDS.test(prompt)) {
    const words = prompt.split(BETWEEN).filter((word) => word !== '')
    return words.map((raw) => ({ text: raw.toLowerCase(), raw, glued: false, emoji: false, clause: 0 }))
  }
  const tokens: Token[] = []
  let clause = 0
  const pieces = MAY_HAVE_EMOJI.test(prompt) ? PIECES.emoji : PIECES.plain
  for (const [raw, picture, character, stop] of prompt.slice(0, MAX_CHARACTERS).matchAll(pieces)) {
    if (stop !== undefined) {
      clause++
      continue
    }
    const emoji = picture !== undefined
    // 🍎🍌 is a list, and no banana of a kind of apple.
    if (emoji && tokens.at(-1)?.emoji) clause++
    tokens.push({ text: emoji ? raw : fold(raw, language), raw, glued: character !== undefined, emoji, clause })
  }
  return tokens
}

/** How a run of tokens is written in a lexicon: words apart, glued characters together. */
export function keyOf(tokens: readonly { text: string; glued: boolean }[]): string {
  let key = ''
  let previous: { glued: boolean } | undefined
  for (const token of tokens) {
    key += previous && !previous.glued && !token.glued ? ` ${token.text}` : token.text
    previous = token
  }
  return key
}

/** The same with its accents, as far as there are any. */
export function spelling(tokens: readonly { raw: string; glued: boolean }[]): string {
  return keyOf(tokens.map(({ raw, glued }) => ({ text: raw.normalize('NFC').toLowerCase(), glued })))
}
