import type { Build } from './quadruped-pose.ts'

/** What is known of an animal that can be drawn from joints. `head` is the drawing of its face. */
export type Breed = Build & {
  face: string
  /** Its own colour where it is not that of the face. */
  colour?: string
  hoof?: boolean
  stripes?: boolean
  patches?: string
  /** The face is drawn from the side and brings the neck along. */
  inProfile?: boolean
}

const CAT: Breed = { face: 'cat-face', leg: 24, body: 50, girth: 16, head: 46 }
const DOG: Breed = { face: 'dog-face', leg: 26, body: 50, girth: 18, head: 48, patches: '#a0634a' }
const BEAR: Breed = { face: 'bear', leg: 24, body: 60, girth: 28, head: 54 }

// A dog of one colour.
const plain = (colour: string, build: Partial<Breed> = {}): Breed => {
  const { patches: _, ...dog } = DOG
  return { ...dog, colour, ...build }
}

const BREEDS: Readonly<Record<string, Breed>> = {
  'golden-retriever': plain('#dba556'),
  labrador: plain('#e9d3a2'),
  dachshund: plain('#9c5a2c', { leg: 9, body: 68, girth: 14, head: 38 }),
  chihuahua: plain('#d9ab72', { leg: 22, body: 38, girth: 13 }),
  bulldog: plain('#e6c9a0', { leg: 17, girth: 22 }),
  pug: plain('#e2c290', { leg: 17, girth: 20 }),
  dalmatian: { ...DOG, colour: '#f6f4ef', patches: '#2f2c2c' },
  collie: { ...DOG, colour: '#68626a', patches: '#fbfaf7' },
  beagle: { ...DOG, patches: '#4a3a34' },
  corgi: plain('#d98b3f', { leg: 11, body: 54, head: 44 }),
  shiba: plain('#d9914a'),
  husky: { face: 'wolf', leg: 28, body: 52, girth: 18, head: 48 },
  'german-shepherd': { face: 'wolf', leg: 30, body: 54, girth: 18, head: 48, colour: '#b98a4f' },
  'siamese-cat': { ...CAT, colour: '#e6d5ba' },
  'tabby-cat': { ...CAT, colour: '#a39a8c', stripes: true },
  'ginger-cat': { ...CAT, colour: '#e8954a', stripes: true },
  'calico-cat': { ...CAT, colour: '#f6f2ea', patches: '#d9883c' },
  'persian-cat': { ...CAT, colour: '#d7d3cd' },
  'sphynx-cat': { ...CAT, colour: '#e5bfae' },
  cat: CAT,
  'cat-face': CAT,
  'black-cat': { ...CAT, colour: '#3c3d44' },
  dog: DOG,
  'dog-face': DOG,
  'guide-dog': DOG,
  'service-dog': DOG,
  fox: { face: 'fox', leg: 26, body: 50, girth: 16, head: 50 },
  wolf: { face: 'wolf', leg: 32, body: 56, girth: 19, head: 50 },
  bear: BEAR,
  'polar-bear': { ...BEAR, face: 'polar-bear' },
  panda: { ...BEAR, face: 'panda' },
  koala: { face: 'koala', leg: 16, body: 40, girth: 22, head: 50 },
  lion: { face: 'lion', leg: 32, body: 62, girth: 22, head: 62 },
  tiger: { face: 'tiger-face', leg: 30, body: 62, girth: 22, head: 56, stripes: true },
  'tiger-face': { face: 'tiger-face', leg: 30, body: 62, girth: 22, head: 56, stripes: true },
  horse: { face: 'horse-face', leg: 48, body: 66, girth: 22, head: 56, hoof: true, inProfile: true },
  'horse-face': { face: 'horse-face', leg: 48, body: 66, girth: 22, head: 56, hoof: true, inProfile: true },
  unicorn: { face: 'unicorn', leg: 46, body: 64, girth: 21, head: 58, hoof: true, inProfile: true },
  cow: { face: 'cow-face', leg: 30, body: 64, girth: 25, head: 52, hoof: true, patches: '#4a3f3c' },
  'cow-face': { face: 'cow-face', leg: 30, body: 64, girth: 25, head: 52, hoof: true, patches: '#4a3f3c' },
  pig: { face: 'pig-face', leg: 18, body: 52, girth: 25, head: 48, hoof: true },
  'pig-face': { face: 'pig-face', leg: 18, body: 52, girth: 25, head: 48, hoof: true },
  rabbit: { face: 'rabbit-face', leg: 15, body: 34, girth: 17, head: 36 },
  'rabbit-face': { face: 'rabbit-face', leg: 15, body: 34, girth: 17, head: 36 },
  mouse: { face: 'mouse-face', leg: 9, body: 30, girth: 14, head: 38 },
  rat: { face: 'mouse-face', leg: 9, body: 34, girth: 14, head: 36 },
  'mouse-face': { face: 'mouse-face', leg: 9, body: 30, girth: 14, head: 38 },
  hamster: { face: 'hamster', leg: 7, body: 28, girth: 17, head: 40 },
  monkey: { face: 'monkey-face', leg: 26, body: 42, girth: 16, head: 50 },
  'monkey-face': { face: 'monkey-face', leg: 26, body: 42, girth: 16, head: 50 },
  frog: { face: 'frog', leg: 10, body: 28, girth: 17, head: 44 },
  moose: { face: 'moose', leg: 46, body: 62, girth: 24, head: 66, hoof: true },
}

/** The build of an animal that can be drawn from joints. */
export function breedOf(art: string): Breed | undefined {
  return Object.hasOwn(BREEDS, art) ? BREEDS[art] : undefined
}
