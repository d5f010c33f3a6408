import type { State } from './state.ts'
import { livesIn } from './state.ts'

const ON_A_BODY = /^(trim|cut-hair|comb|braid|shave|treat|examine|massage|make-up|brush-teeth)$/

/** "A barber trims the mane of a lion in the chair": on a seat is whoever is treated, and who treats them stands. */
export function treatedThere(state: State, seat: boolean): number | undefined {
  const { craft = '', patient } = state.deeds.at(-1) ?? {}
  return seat && ON_A_BODY.test(craft) && patient !== undefined && livesIn(state)(patient) ? patient : undefined
}
