/** Where parts of a drawing are, as corners in its 128 by 128 units. Only these can have a colour of their own. */
export type Region = readonly (readonly [x: number, y: number])[]

const box = (x: number, y: number, width: number, height: number): Region => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]

const triangle = (left: number, top: number, width: number, height: number): Region => [
  [left, top + height],
  [left + width / 2, top],
  [left + width, top + height],
]

const disc = (x: number, y: number, radius: number): Region =>
  Array.from({ length: 24 }, (_, at): [number, number] => {
    const turn = (at / 24) * Math.PI * 2
    return [x + Math.cos(turn) * radius, y + Math.sin(turn) * radius]
  })

// A door with a round arch.
const arch = (x: number, y: number, width: number, height: number): Region => [
  [x, y + height],
  [x, y + width * 0.42],
  [x + width * 0.15, y + width * 0.14],
  [x + width / 2, y],
  [x + width * 0.85, y + width * 0.14],
  [x + width, y + width * 0.42],
  [x + width, y + height],
]

type Parts = Readonly<Record<string, readonly Region[]>>

const REGIONS: Readonly<Record<string, Parts>> = {
  house: {
    door: [arch(50, 62, 28, 47)],
    windows: [box(21, 67, 28, 29), box(80, 67, 30, 29)],
    roof: [
      [
        [0, 68],
        [64, 2],
        [126, 66],
        [118, 70],
        [64, 21],
        [8, 72],
      ],
    ],
  },
  'house-with-garden': {
    door: [arch(54, 71, 22, 40)],
    windows: [box(30, 78, 20, 20), box(78, 78, 20, 20)],
    roof: [
      [
        [12, 73],
        [66, 24],
        [116, 73],
        [110, 77],
        [66, 40],
        [18, 77],
      ],
    ],
  },
  hut: { door: [box(50, 91, 26, 35)], roof: [box(2, 10, 124, 84)] },
  cabin: {
    door: [box(54, 84, 22, 38)],
    windows: [box(26, 84, 18, 16), box(86, 84, 18, 16)],
    roof: [triangle(0, 22, 128, 46)],
  },
  barn: { door: [box(45, 83, 38, 39)] },
  castle: {
    door: [arch(52, 96, 25, 30)],
    roof: [triangle(44, 3, 40, 30), triangle(3, 36, 34, 28), triangle(92, 36, 34, 28)],
  },
  church: { door: [arch(53, 86, 22, 38)], roof: [triangle(44, 18, 40, 28)] },
  windmill: { door: [box(56, 98, 16, 27)], roof: [box(40, 26, 48, 26)] },
  lighthouse: { roof: [triangle(38, 2, 50, 22)] },
  automobile: { wheels: [disc(32, 109, 14), disc(102, 109, 14)], windows: [box(30, 48, 82, 34)] },
  bicycle: { wheels: [disc(24, 98, 25), disc(101, 98, 25)] },
  sailboat: { sails: [box(4, 2, 108, 98)] },
  cat: {
    ears: [
      [
        [31, 24],
        [38, 4],
        [50, 16],
        [46, 24],
      ],
      [
        [54, 22],
        [66, 3],
        [78, 36],
        [66, 30],
      ],
    ],
    tail: [box(84, 34, 36, 32)],
    paws: [box(36, 106, 66, 22)],
  },
  dog: {
    ears: [
      [
        [2, 12],
        [14, 2],
        [38, 8],
        [30, 50],
        [4, 50],
      ],
      [
        [64, 2],
        [92, 4],
        [95, 46],
        [80, 50],
        [66, 20],
      ],
    ],
    tail: [box(94, 52, 28, 26)],
    paws: [box(20, 106, 84, 22)],
  },
  horse: {
    mane: [
      [
        [17, 12],
        [28, 9],
        [36, 9],
        [52, 15],
        [66, 36],
        [62, 47],
        [53, 41],
        [46, 32],
        [40, 21],
        [30, 15],
      ],
    ],
    tail: [box(98, 54, 30, 36)],
  },
  rabbit: { ears: [box(44, 0, 22, 48), box(62, 8, 40, 40)], tail: [box(96, 74, 20, 30)] },
  bird: { beak: [box(2, 40, 19, 20)], wings: [box(42, 68, 58, 34)], tail: [box(72, 32, 56, 30)] },
  duck: { beak: [box(2, 10, 27, 26)], head: [box(26, 0, 42, 50)], wings: [box(40, 52, 58, 42)] },
  parrot: {
    wings: [box(42, 38, 52, 68)],
    beak: [box(6, 24, 22, 24)],
    head: [box(12, 0, 42, 28)],
    tail: [box(86, 84, 36, 32)],
  },
  fox: { ears: [box(20, 6, 34, 46), box(80, 6, 34, 46)] },
  pig: { tail: [box(98, 12, 24, 24)] },
  rooster: { tail: [box(60, 24, 50, 60)], beak: [box(2, 30, 20, 14)] },
  penguin: { beak: [box(12, 14, 26, 16)] },
}

/** Whether a drawing has such a part at a known place. */
export const hasPart = (art: string, part: string): boolean => REGIONS[art]?.[part] !== undefined

/** Where a part of a drawing is; nothing where that is not known. */
export const regionsOf = (art: string, part: string): readonly Region[] => REGIONS[art]?.[part] ?? []
