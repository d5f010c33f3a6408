import type { Marked } from './find-marks.ts'
import type { Thing } from './things.ts'

const TOY = /^(toy|model|miniature|plastic|juguete|jouet|spielzeug|brinquedo|giocattolo|speelgoed)$/

/** A toy rocket lies on the floor beside who plays with it. */
export function isToy({ tokens }: Pick<Marked, 'tokens'>, { sense, kind }: Thing): boolean {
  if (!/^(transport|place|animal|face-costume)/.test(kind)) return false
  // "A toy car" is one word of the tables.
  return [sense.at - 1, sense.at, sense.end, sense.end + 1].some(
    (at) => tokens[at]?.clause === sense.clause && TOY.test(tokens[at]?.text ?? ''),
  )
}

/** Whether the name of a thing says that it is giant: a giant crab is a name too. A giant panda is but a panda. */
export const isGiantByName = (text: string): boolean =>
  /^(giant|gigantic|huge) /.test(text) && !/panda|otter|anteater|tortoise|sequoia|redwood|salamander|clam/.test(text)
