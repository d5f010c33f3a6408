import type { Looks, Verb } from '../../brief.ts'

/**
 * How somebody of a trade is known: the drawing of the head, what they wear, what is in a hand that has nothing else to do,
 * what they do as long as nothing else is said, what carries them, and
 * where they are at home.
 */
export type RoleTraits = { art: string; looks?: Looks; tool?: string; does?: Verb; rides?: string; home?: string }
