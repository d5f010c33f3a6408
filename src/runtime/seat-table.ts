import type { TaskKind } from '../core/tasks/model.ts'
import type { OfferedSeat, Seats } from '../ports/seats.ts'

/** Who has room for which engine in this process. */
export type SeatTable = Seats & {
  /** From now on, seats at this engine are offered by this worker. */
  put(engine: string, offer: (kind: TaskKind) => OfferedSeat | undefined): void
}

export function seatTable(): SeatTable {
  const offers = new Map<string, (kind: TaskKind) => OfferedSeat | undefined>()
  return {
    put: (engine, offer) => void offers.set(engine, offer),
    offer: (engine, kind) => offers.get(engine)?.(kind),
  }
}
