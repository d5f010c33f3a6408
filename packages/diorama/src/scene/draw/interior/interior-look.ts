import type { FloorKind, WallKind } from './surfaces.ts'
import type { RoomKit } from './room-kit.ts'

/** How a kind of interior looks: what it is made of, what is on its wall, and what stands before the wall. */
export type InteriorLook = {
  wall: { colour: string; kind: WallKind }
  floor: { colour: string; kind: FloorKind }
  /** The board at the foot of the wall; none where walls are of stone or metal. */
  skirting?: string
  rug?: string
  /** Painted on the wall itself. */
  onWall: (kit: RoomKit) => void
  /** Stands some steps before the wall and casts a shadow on it. */
  before?: (kit: RoomKit) => void
}
