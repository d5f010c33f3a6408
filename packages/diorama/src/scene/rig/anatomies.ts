/** A point of a drawing, in shares of its box. */
export type Spot = readonly [x: number, y: number]
/** Where an eye is and its radius, which is a share of the width. */
export type Eye = readonly [x: number, y: number, radius: number]
/** Where a hat sits or a scarf lies: its middle, how broad the body is there, and how far it leans, in degrees. */
export type Seat = readonly [x: number, y: number, width: number, lean?: number]

/**
 * A head that can be lowered: about which point, how broad the neck is there (a share of the width), by how many degrees,
 * and the outline of head and neck. `reach` is how far the lowered head is out of the drawing on the left, `free` how much
 * of its height is left empty, both in shares.
 */
export type Neck = {
  at: Spot
  radius: number
  turn: number
  outline: readonly Spot[]
  reach: number
  free: number
}

/** What is known of a drawing of an animal without joints, which looks left. */
export type Anatomy = {
  /** How much of the height are legs. */
  legs: number
  eyes: readonly Eye[]
  crown: Seat | undefined
  collar: Seat | undefined
  /** How far it is turned where it lies, for want of legs that could be hidden. */
  fall: number | undefined
  neck: Neck | undefined
}

// Read off the drawings, in shares of their boxes; an animal is a row, and `neck` is its point, breadth, turn, reach and free.
const ROWS = `
gorilla; legs .3; eyes .1 .21 .022, .265 .21 .022; crown .3 .03 .38; collar .28 .42 .4 -20
orangutan; eyes .54 .265 .02, .613 .265 .02; crown .57 .16 .34; collar .57 .5 .34
poodle; legs .3; eyes .272 .253 .028; crown .38 .04 .3; collar .47 .43 .3 -20; neck .45 .4 .15 55 0 .07; head 0 0, .62 0, .6 .42, .35 .5, 0 .45
raccoon; legs .2; eyes .108 .41 .018; crown .16 .25 .22 -14; collar .29 .62 .22 -60
leopard; legs .24; eyes .16 .2 .03; crown .2 .07 .24 -8; collar .34 .4 .36 -38; neck .36 .4 .16 44 0 .171; head 0 0, .44 0, .44 .3, .26 .52, 0 .5
donkey; legs .34; eyes .17 .31 .03; crown .22 .2 .24 -6; collar .36 .42 .3 -34; neck .38 .48 .15 62 .175 .271; head 0 0, .5 0, .5 .36, .44 .46, .3 .56, 0 .6
zebra; legs .3; eyes .2 .195 .026; crown .2 .08 .22 -20; collar .36 .38 .36 -38; neck .4 .42 .17 62 .09 .234; head 0 0, .52 0, .54 .32, .3 .54, 0 .5
deer; legs .34; eyes .3 .305 .034; crown .3 .21 .3; collar .33 .45 .26; neck .36 .52 .15 98 .45 .367; head 0 0, 1 0, .9 .3, .52 .42, .52 .54, .12 .56, 0 .45
bison; legs .2; eyes .14 .39 .018, .3 .39 .018; crown .24 .07 .4; collar .34 .68 .34 -24
ox; legs .26; eyes .18 .235 .022; crown .22 .12 .22 -8; collar .36 .4 .4 -42; neck .42 .38 .2 44 .09 .168; head 0 0, .5 0, .5 .2, .3 .56, 0 .5
water-buffalo; legs .22; eyes .18 .285 .02, .348 .31 .02; crown .27 .1 .3; collar .34 .64 .34 -20
ram; legs .16; eyes .202 .333 .024, .362 .35 .024; crown .3 .16 .34; collar .3 .66 .36
ewe; legs .1; eyes .195 .33 .026, .387 .36 .03; crown .3 .2 .34; collar .3 .66 .34
goat; legs .24; eyes .378 .365 .05; crown .36 .24 .32 -8; collar .52 .52 .4 -36; neck .52 .5 .2 40 .105 .093; head 0 0, .76 0, .76 .33, .56 .42, .36 .66, 0 .72
camel; legs .3; eyes .265 .185 .03; crown .26 .07 .26; collar .26 .44 .22; neck .31 .56 .11 64 .16 .053; head 0 0, .47 0, .47 .32, .36 .46, .4 .56, .2 .6, 0 .45
two-hump-camel; legs .3; eyes .27 .185 .03; crown .26 .06 .28; collar .25 .46 .26; neck .29 .58 .13 60 .225 .042; head 0 0, .47 0, .47 .32, .38 .46, .4 .6, .1 .64, 0 .45
llama; legs .28; eyes .142 .165 .018; crown .15 .12 .19; collar .21 .34 .2 -8; neck .26 .48 .13 88 .255 .346; head 0 0, .36 0, .38 .3, .36 .46, .12 .56, 0 .4
giraffe; legs .36; eyes .2 .15 .045; crown .25 .07 .24 -12; collar .36 .27 .2 -32; neck .48 .46 .13 116 0 .36; head 0 0, .52 0, .64 .42, .4 .54, .2 .36, 0 .3
elephant; legs .24; eyes .308 .37 .036; crown .2 .04 .28 -8; collar .4 .66 .42 -24
mammoth; legs .2; eyes .29 .308 .02; crown .27 .05 .32 -6; collar .44 .66 .42 -24
rhinoceros; legs .18; eyes .33 .455 .03; crown .33 .16 .22 -12; collar .47 .6 .44 -66
hippopotamus; legs .2; eyes .133 .285 .02, .315 .35 .026; crown .25 .14 .3 6; collar .42 .66 .4 -60
chipmunk; eyes .188 .362 .036; crown .22 .2 .28 -10; collar .28 .57 .32 -10
beaver; eyes .042 .118 .022, .27 .118 .022; crown .17 .04 .36; collar .2 .36 .44 -8
hedgehog; legs .08; eyes .25 .53 .034; crown .2 .42 .28 -20; collar .36 .8 .32 -38
bat; eyes .447 .325 .018, .556 .325 .018; crown .5 .26 .18; collar .5 .42 .2
sloth; eyes .165 .4 .03, .33 .4 .03; crown .22 .27 .34; collar .24 .6 .32
otter; eyes .124 .245 .022, .385 .15 .022; crown .2 .05 .34 -16; collar .32 .4 .34 -18
skunk; legs .1; eyes .055 .665 .022, .18 .722 .022; crown .12 .58 .26 10; collar .3 .8 .28 -50
kangaroo; legs .1; eyes .145 .275 .022; crown .18 .2 .16; collar .32 .37 .24 -40; neck .38 .42 .13 50 0 .176; head 0 0, .42 0, .46 .25, .38 .52, .25 .55, 0 .5
badger; legs .2; eyes .165 .255 .018; crown .19 .08 .2 -6; collar .32 .5 .24 -62
turkey; legs .14; eyes .19 .13 .032; crown .18 .03 .22; collar .22 .42 .28
chicken; legs .18; eyes .25 .23 .03; crown .3 .1 .28; collar .3 .4 .34; neck .36 .44 .19 66 .12 .186; head 0 0, .5 0, .46 .3, .54 .46, .14 .5, 0 .45
rooster; legs .16; eyes .21 .255 .03; crown .33 .12 .3; collar .34 .44 .36; neck .37 .46 .19 60 .13 .163; head 0 0, .54 0, .52 .44, .18 .54, 0 .5
baby-chick; legs .2; eyes .26 .24 .04; crown .38 .03 .42 -6; collar .36 .46 .48 -8; neck .48 .74 .14 30 .15 .119; head 0 0, 1 0, 1 .77, 0 .77
bird; legs .2; eyes .235 .23 .034; crown .27 .03 .34 -6; collar .28 .43 .38 -10; neck .42 .72 .14 34 .155 -.03; head 0 0, 1 0, 1 .76, 0 .76
black-bird; legs .2; eyes .235 .23 .034; crown .27 .03 .34 -6; collar .28 .43 .38 -10; neck .42 .72 .14 34 .155 -.03; head 0 0, 1 0, 1 .76, 0 .76; neck .42 .72 .14 34 .155 -.03; head 0 0, 1 0, 1 .76, 0 .76
penguin; eyes .45 .14 .045; crown .48 .03 .5; collar .49 .3 .6; fall 84
dove; eyes .235 .44 .022; crown .27 .37 .2 -12; collar .3 .56 .24 -24
eagle; eyes .22 .475 .02; crown .26 .42 .22 -14; collar .34 .66 .26 -30
duck; legs .2; eyes .365 .135 .032; crown .38 .03 .36; collar .38 .39 .3; neck .38 .46 .18 70 .115 .196; head 0 0, .6 0, .6 .42, .2 .5, 0 .3
swan; eyes .135 .14 .022; crown .22 .04 .2 10; collar .3 .34 .18 10
owl; eyes .333 .3 .12, .675 .305 .12; crown .5 .12 .62; collar .5 .51 .66
dodo; legs .16; eyes .27 .08 .022; crown .32 .03 .24; collar .36 .25 .24
flamingo; legs .46; eyes .315 .065 .034; crown .28 .03 .24; collar .36 .22 .16 14; neck .24 .49 .12 112 .45 .282; head 0 0, .46 0, .46 .22, .36 .36, .34 .46, .14 .56, 0 .5
peacock; legs .14; eyes .477 .265 .016; crown .49 .23 .12; collar .47 .4 .14
parrot; legs .16; eyes .27 .17 .036; crown .34 .04 .4; collar .32 .38 .44 -6
goose; legs .16; eyes .255 .07 .022; crown .28 .02 .24; collar .36 .26 .2; neck .33 .48 .15 100 .235 .355; head 0 0, .52 0, .48 .36, .46 .44, .16 .56, 0 .3
phoenix; crown .56 .24 .16; collar .48 .36 .16
crocodile; eyes .448 .762 .034; crown .44 .72 .26 4
turtle; legs .16; eyes .11 .43 .04, .262 .438 .04; crown .21 .26 .34; collar .3 .72 .3 -20
lizard; eyes .085 .175 .032, .24 .158 .032; crown .15 .04 .22; collar .24 .28 .2 -24
snake; eyes .31 .065 .03, .41 .155 .03; crown .44 .04 .34 14; collar .4 .4 .3
dragon; eyes .128 .17 .02; crown .3 .1 .24; collar .36 .42 .26 -20; fall 90
sauropod; legs .14; eyes .23 .115 .022; crown .2 .03 .2; collar .12 .26 .2 4
t-rex; legs .3; eyes .236 .06 .02; crown .2 .03 .22; collar .37 .28 .26 -42; neck .42 .42 .19 40 .1 .133; head 0 0, .5 0, .5 .2, .54 .4, .34 .58, .2 .62, 0 .5
whale; eyes .577 .67 .026; crown .34 .39 .24 4
spouting-whale; eyes .577 .67 .026; crown .3 .4 .22 4
dolphin; eyes .255 .245 .04; crown .3 .08 .3 -8; collar .5 .4 .44 -50
orca; eyes .178 .245 .03; crown .2 .15 .26 -24
seal; eyes .21 .112 .028, .388 .152 .028; crown .28 .03 .4; collar .26 .4 .44
fish; eyes .225 .518 .034; crown .25 .24 .26 -24
tropical-fish; eyes .205 .495 .05; crown .24 .22 .26 -24
shark; eyes .262 .255 .036; crown .3 .12 .26 -12
octopus; eyes .605 .385 .04; crown .7 .12 .42 12
snail; crown .245 .34 .24
heron; legs .36; eyes .315 .07 .016; crown .36 .02 .16; collar .39 .3 .12; neck .43 .46 .1 108 0 .354; head 0 0, .52 0, .5 .24, .46 .4, .32 .52, 0 .22
ostrich; legs .34; eyes .19 .065 .022; crown .18 .02 .2; collar .26 .3 .12 -8; neck .34 .44 .08 118 .005 .351; head 0 0, .34 0, .34 .24, .42 .42, .26 .5, 0 .3
seagull; legs .3; eyes .26 .145 .032; crown .28 .03 .34; collar .28 .38 .34 -6; neck .48 .68 .1 30 .125 .156; head 0 0, 1 0, 1 .7, 0 .7
toucan; eyes .555 .195 .034; crown .58 .06 .42; collar .6 .54 .52
walrus; eyes .245 .225 .034, .47 .225 .034; crown .44 .05 .54; collar .42 .66 .6
hatching-chick; eyes .41 .19 .036, .695 .245 .036; crown .53 .04 .42
crab; eyes .42 .352 .03, .575 .352 .03; crown .5 .48 .24
lobster; eyes .457 .412 .03, .558 .412 .03; crown .508 .36 .24
jellyfish; crown .35 .05 .42
ant; eyes .17 .365 .045; crown .2 .26 .3 -8
honeybee; eyes .262 .452 .07; crown .24 .26 .34 -6
cricket; eyes .228 .535 .036; crown .2 .4 .22
lady-beetle; eyes .235 .335 .03, .54 .235 .03; crown .36 .2 .26 -20
spider; eyes .43 .51 .024, .52 .555 .026; crown .5 .08 .3
seahorse; eyes .425 .18 .05; crown .52 .05 .36; collar .58 .34 .4
panther; legs .33; eyes .155 .202 .033; crown .2 .05 .22 -8; collar .32 .42 .32 -38
lioness; legs .33; eyes .155 .202 .024; crown .2 .05 .22 -8; collar .32 .42 .32 -38
cheetah; legs .33; eyes .155 .202 .024; crown .2 .05 .22 -8; collar .32 .42 .32 -38
jaguar; legs .33; eyes .155 .202 .024; crown .2 .05 .22 -8; collar .32 .42 .32 -38
puma; legs .33; eyes .155 .202 .024; crown .2 .05 .22 -8; collar .32 .42 .32 -38
snow-leopard; legs .33; eyes .155 .202 .024; crown .2 .05 .22 -8; collar .32 .42 .32 -38
lynx; legs .27; eyes .198 .369 .029; crown .26 .28 .28 -8; collar .42 .52 .34 -40
hyena; legs .28; eyes .202 .186 .024; crown .26 .06 .22 -8; collar .36 .44 .3 -44
reindeer; legs .27; eyes .204 .308 .025; crown .26 .2 .22; collar .34 .5 .26 -20
fawn; legs .28; eyes .238 .183 .034; crown .26 .06 .24; collar .34 .36 .22 -20
lamb; legs .14; eyes .209 .33 .026, .348 .33 .026; crown .27 .06 .3; collar .28 .52 .3
squirrel; eyes .284 .255 .037; crown .3 .13 .34; collar .3 .44 .32
red-panda; eyes .193 .294 .033, .404 .294 .033; crown .3 .1 .44; collar .32 .56 .4
ferret; legs .2; eyes .181 .152 .024; crown .2 .04 .22 -8; collar .28 .36 .26 -24
weasel; legs .2; eyes .181 .152 .024; crown .2 .04 .22 -8; collar .28 .36 .26 -24
pegasus; legs .25; eyes .153 .209 .025; crown .2 .06 .16 -10; collar .28 .38 .22 -30
yak; legs .16; eyes .116 .429 .021, .264 .429 .021; crown .19 .2 .3; collar .22 .7 .32
tapir; legs .3; eyes .232 .351 .025; crown .26 .14 .24; collar .44 .5 .3 -60
meerkat; eyes .28 .145 .032; crown .34 .03 .4; collar .36 .32 .32
guinea-pig; legs .06; eyes .189 .371 .038; crown .24 .1 .3; collar .44 .6 .3 -60
sparrow; legs .16; eyes .213 .177 .037; crown .27 .03 .34 -6; collar .28 .43 .38 -10
finch; legs .16; eyes .213 .177 .037; crown .27 .03 .34 -6; collar .28 .43 .38 -10
robin; legs .16; eyes .206 .177 .037; crown .27 .03 .34 -6; collar .28 .43 .38 -10
canary; legs .16; eyes .206 .177 .037; crown .27 .03 .34 -6; collar .28 .43 .38 -10
pigeon; legs .16; eyes .206 .177 .052; crown .27 .03 .34 -6; collar .28 .43 .38 -10
blue-tit; legs .16; eyes .19 .177 .038; crown .27 .03 .34 -6; collar .28 .43 .38 -10
swallow; legs .16; eyes .193 .177 .037; crown .27 .03 .34 -6; collar .28 .43 .38 -10
`

const pointsOf = (text: string): number[][] => text.split(',').map((one) => one.trim().split(' ').map(Number))

function neckOf(told: ReadonlyMap<string, number[][]>): Neck | undefined {
  const outline = told.get('head') as unknown as Spot[] | undefined
  const [x = 0, y = 0, radius = 0, turn = 0, reach = 0, free = 0] = told.get('neck')?.[0] ?? []
  return outline && { at: [x, y], radius, turn, outline, reach, free }
}

function parsed(row: string): [name: string, anatomy: Anatomy] {
  const [name = '', ...parts] = row.split(';').map((part) => part.trim())
  const told = new Map(
    parts.map((part): [string, number[][]] => {
      const space = part.indexOf(' ')
      return [part.slice(0, space), pointsOf(part.slice(space + 1))]
    }),
  )
  const first = (key: string) => told.get(key)?.[0]
  const anatomy = {
    legs: first('legs')?.[0] ?? 0,
    eyes: told.get('eyes') ?? [],
    crown: first('crown'),
    collar: first('collar'),
    fall: first('fall')?.[0],
    neck: neckOf(told),
  }
  return [name, anatomy as unknown as Anatomy]
}

const ANATOMIES: ReadonlyMap<string, Anatomy> = new Map(ROWS.trim().split('\n').map(parsed))

/** What is known of the body in a drawing without joints. */
export const anatomyOf = (art: string): Anatomy | undefined => ANATOMIES.get(art)

/** The drawings whose bodies are known. */
export const knownAnatomies = (): string[] => [...ANATOMIES.keys()]
