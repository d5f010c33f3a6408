/** A wheel of a drawing, in its 128 units; `open` where a frame is seen before its spokes, so that only spokes are laid over. */
type Wheel = readonly [x: number, y: number, radius: number]

const CLOSED: Readonly<Record<string, readonly Wheel[]>> = {
  automobile: [
    [31, 110, 14],
    [92, 110, 14],
  ],
  'pickup-truck': [
    [19, 110, 14],
    [102, 110, 14],
  ],
  'delivery-truck': [
    [18, 110, 13],
    [99, 110, 13],
  ],
  'articulated-lorry': [
    [28, 114, 10],
    [69, 114, 10],
    [93, 114, 10],
    [111, 114, 10],
  ],
  tractor: [
    [29, 103, 20],
    [98, 99, 25],
  ],
  'racing-car': [
    [32, 108, 14],
    [102, 108, 14],
  ],
  bus: [
    [21, 113, 12],
    [96, 113, 12],
  ],
  taxi: [
    [25, 111, 13],
    [102, 111, 13],
  ],
  'police-car': [
    [31, 111, 14],
    [101, 111, 14],
  ],
  'fire-engine': [
    [35, 111, 13],
    [93, 111, 13],
  ],
  ambulance: [
    [27, 111, 12],
    [105, 111, 12],
  ],
  minibus: [
    [26, 111, 12],
    [101, 111, 12],
  ],
  locomotive: [
    [86, 109, 14],
    [112, 109, 14],
    [31, 116, 8],
    [49, 116, 8],
  ],
  'camper-van': [
    [31, 103, 16],
    [96, 103, 16],
  ],
  wagon: [
    [31, 95, 24],
    [85, 95, 24],
  ],
  'auto-rickshaw': [
    [20, 107, 15],
    [102, 107, 15],
  ],
  'sport-utility-vehicle': [
    [24, 110, 14],
    [98, 110, 14],
  ],
}

const OPEN: Readonly<Record<string, readonly Wheel[]>> = {
  bicycle: [
    [27, 99, 25],
    [101, 99, 25],
  ],
  motorcycle: [
    [21, 105, 19],
    [107, 105, 19],
  ],
  'motor-scooter': [
    [22, 105, 19],
    [103, 105, 19],
  ],
  tricycle: [
    [23, 100, 22],
    [91, 88, 33],
  ],
}

/** The wheels of a drawing, and whether they are open. */
export function wheelsOf(art: string): { wheels: readonly Wheel[]; open: boolean } | undefined {
  if (Object.hasOwn(CLOSED, art)) return { wheels: CLOSED[art] as Wheel[], open: false }
  return Object.hasOwn(OPEN, art) ? { wheels: OPEN[art] as Wheel[], open: true } : undefined
}

const FACES: Readonly<Record<string, Wheel>> = {
  'mantelpiece-clock': [63, 59, 32],
  'alarm-clock': [63, 72, 40],
  watch: [63, 64, 40],
  'grandfather-clock': [63, 38, 16],
  'cuckoo-clock': [63, 67, 15],
}

/** The face of a clock that has hands. */
export const clockFace = (art: string): Wheel | undefined => (Object.hasOwn(FACES, art) ? FACES[art] : undefined)

const HUBS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  windmill: [64, 46],
  'wind-turbine': [63, 44],
}

/** The hub of the sails of a drawing of ours, whose sails are groups turned about it. */
export const sailsHub = (art: string): readonly [x: number, y: number] | undefined =>
  Object.hasOwn(HUBS, art) ? HUBS[art] : undefined
