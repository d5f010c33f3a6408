import type { Whereto } from '../../brief.ts'

/** What one clause of a wish asks for, in the words of the clause. */
export type Phrase =
  | { what: 'replace'; old: string; by: string }
  | { what: 'remove'; old: string }
  /** Something for somebody: worn, or else held by them or where `how` says. */
  | { what: 'wear'; who: string; thing: string; how: string }
  | { what: 'add'; thing: string }
  | { what: 'place'; where: string }
  | { what: 'make'; old: string; as: string }
  | { what: 'size'; old: string; by: number }
  | { what: 'write'; said: string }
  | { what: 'number'; who: string; count: number; more?: true; where?: string }
  | { what: 'move'; who: string; to: Whereto }
  /** Something in the hand of whoever is there. */
  | { what: 'hold'; thing: string }
  /** Something on the wall behind. */
  | { what: 'hang'; thing: string }
  /** Nobody else, and as many as the words say. */
  | { what: 'only'; said: string }
  /** In another language: `sentence` tells of somebody in these clothes. */
  | { what: 'dress'; who: string; sentence: string }
