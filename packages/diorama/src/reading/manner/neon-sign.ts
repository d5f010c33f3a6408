import type { Brief, Subject } from '../../brief.ts'

// "A neon sign of a flamingo", "a flamingo neon sign", "neon sign shaped like a cactus": the sign is what is shown. A street
// with neon signs is a street.
const SIGN_OF =
  /\bneon (?:wall )?(?:sign|light|lamp|outline|artwork|art)s? (?:that (?:looks like|shows)|of|shaped (?:like|as)|in the (?:shape|form) of|showing|depicting|saying|reading|with)\b|^(?:a |an |the )?(?:\w+ ){1,3}neon sign\b|leuchtreklame in form|neonschild (?:mit|in form|eines|einer)|enseigne au néon (?:en forme|d['’])|letrero de neón (?:de|con|en forma)/i
const WALL = /^(stone-wall|brick|wall)$/

const isWall = ({ art }: Subject) => WALL.test(art)

/** A sign of glowing tubes is shown by itself on a dark wall of bricks; what it is of glows. */
export function asNeonSign<One extends Brief>(brief: One): One {
  const shown = brief.subjects.filter((one) => !isWall(one))
  const written = (brief.lettering?.texts.length ?? 0) > 0
  const people = shown.some(({ kind }) => kind === 'person')
  if (!SIGN_OF.test(brief.prompt) || brief.design || people || (shown.length === 0 && !written)) return brief
  const { script: _, framing: __, ...rest } = brief
  return {
    ...rest,
    archetype: 'studio',
    style: 'neon',
    styled: true,
    time: 'night',
    places: [],
    relations: [],
    subjects: shown.map((one) => ({ ...one, count: 1 })),
    studio: { podium: false, sticker: false, neon: true },
  } as unknown as One
}
