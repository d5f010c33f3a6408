/** A wheel of a drawing, in its 128 units; `open` where a frame is seen before its spokes, so that only spokes are laid over. */
type Wheel = readonly [x: number, y: number, radius: number]

const CLOSED: Readonly<Record<string, readonly Wheel[]>> = {
  automobile: [
    [32, 109.5, 13.5],
    [102, 110, 13.5],
  ],
  'pickup-truck': [
    [29, 109.5, 13.5],
    [102, 109.5, 13.5],
  ],
  'delivery-truck': [
    [33, 111.5, 12.5],
    [99.5, 111, 12.5],
  ],
  'articulated-lorry': [
    [28.5, 113.5, 9.5],
    [69, 114, 9.5],
    [94, 114, 9.5],
    [112.5, 114, 9.5],
  ],
  tractor: [
    [29.5, 103.5, 20],
    [99, 100, 25],
  ],
  'racing-car': [
    [32, 108, 14],
    [102, 108, 14],
  ],
  bus: [
    [21, 112.5, 11],
    [97, 112.5, 11],
  ],
  taxi: [
    [32, 109.5, 13.5],
    [102, 110, 13.5],
  ],
  'police-car': [
    [32, 109.5, 13.5],
    [102, 110, 13.5],
  ],
  'fire-engine': [
    [35.5, 111, 12.5],
    [93, 111.5, 12.5],
  ],
  ambulance: [
    [27.5, 112, 11.5],
    [106, 111.5, 11.5],
  ],
  minibus: [
    [23.5, 112, 11],
    [101.5, 112, 11],
  ],
  locomotive: [
    [77, 109, 13],
    [107.5, 109, 13],
    [31.5, 116, 7.5],
    [50, 116, 7.5],
  ],
  'camper-van': [
    [32, 104, 15.5],
    [96, 104, 15.5],
  ],
  'vintage-car': [
    [27, 100, 16.5],
    [102, 100, 16.5],
  ],
  'sports-car': [
    [30, 94, 13.5],
    [98, 94, 13.5],
  ],
  convertible: [
    [32, 96, 13.5],
    [98, 96, 13.5],
  ],
  'school-bus': [
    [30, 100, 13.5],
    [104, 100, 13.5],
  ],
  'double-decker-bus': [
    [34, 110, 12.5],
    [90, 110, 12.5],
  ],
  'food-truck': [
    [26, 104, 13.5],
    [102, 104, 13.5],
  ],
  wagon: [
    [31, 95, 24],
    [85, 95, 24],
  ],
  'auto-rickshaw': [
    [20, 108, 15],
    [103, 107.5, 15.5],
  ],
  'sport-utility-vehicle': [
    [27.5, 110, 13.5],
    [94.5, 109.5, 13.5],
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
    [31, 90, 30],
    [89, 104, 20],
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
