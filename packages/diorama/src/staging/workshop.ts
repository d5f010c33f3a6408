import type { Deed, Subject, Tie } from '../brief.ts'

/** What a script has so far, and how it gets more: `add` gives the number of what was added. */
export type Workshop = {
  entities: Subject[]
  ties: Tie[]
  deeds: readonly Deed[]
  add(art: string, count?: number): number
  /** As many as there are of whom they are for. */
  addFor(whom: number, art: string, colour?: string): number
}
