import type { Sense } from '../senses.ts'
import type { Token } from '../tokens.ts'

/** "A green car …, and a bicycle leans against the green car": whether the second word means the first car. */
export function isNamedAgain(tokens: readonly Token[], first: Sense, again: Sense): boolean {
  if (again.at <= first.at || again.plural || first.plural) return false
  return tokens.slice(Math.max(0, again.at - 2), again.at).some(({ text }) => /^(the|this|that)$/.test(text))
}

/** Whether a word says how large a part is: the big toe of a man is big, and not the man. */
export function isOfPart(
  { tokens, language }: { tokens: readonly Token[]; language: string },
  size: Sense,
  owner: Sense,
): boolean {
  return language === 'en' && tokens.slice(size.end, owner.at).some(({ text }) => text === 'of')
}
