import type { Sense } from '../senses.ts'

/** As much of a thing as its attributes ask about: its words and its drawing. */
export type NamedThing = { sense: Sense; art: string; kind: string }
