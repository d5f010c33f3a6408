/** Where the eyes of a head are, in shares of its drawing, and how large: `[left, right, height, radius]`. */
export type Eyes = readonly [left: number, right: number, y: number, radius: number]

// Read off the drawings. A head that is not here cannot close its eyes.
const EYES: Readonly<Record<string, Eyes>> = {
  'cat-face': [0.305, 0.715, 0.56, 0.065],
  'dog-face': [0.32, 0.675, 0.52, 0.07],
  fox: [0.375, 0.665, 0.585, 0.06],
  wolf: [0.33, 0.667, 0.47, 0.07],
  bear: [0.305, 0.695, 0.46, 0.07],
  panda: [0.305, 0.69, 0.5, 0.085],
  lion: [0.37, 0.63, 0.38, 0.05],
  'tiger-face': [0.31, 0.7, 0.31, 0.065],
  'cow-face': [0.385, 0.68, 0.41, 0.06],
  'pig-face': [0.285, 0.71, 0.51, 0.07],
  'mouse-face': [0.32, 0.665, 0.61, 0.055],
  'rabbit-face': [0.33, 0.675, 0.59, 0.075],
  'monkey-face': [0.37, 0.625, 0.46, 0.065],
  hamster: [0.31, 0.69, 0.53, 0.07],
  koala: [0.27, 0.715, 0.48, 0.065],
  frog: [0.225, 0.765, 0.245, 0.09],
  'polar-bear': [0.275, 0.735, 0.34, 0.05],
  moose: [0.37, 0.63, 0.51, 0.05],
  'raccoon-face': [0.306, 0.694, 0.558, 0.069],
  'otter-face': [0.304, 0.696, 0.44, 0.072],
  'hedgehog-face': [0.352, 0.648, 0.561, 0.061],
  'squirrel-face': [0.28, 0.72, 0.536, 0.086],
  'sloth-face': [0.306, 0.694, 0.509, 0.069],
  'llama-face': [0.222, 0.778, 0.559, 0.112],
  'penguin-face': [0.308, 0.692, 0.481, 0.077],
  person: [0.33, 0.665, 0.59, 0.075],
  man: [0.31, 0.69, 0.59, 0.085],
  woman: [0.295, 0.69, 0.595, 0.08],
  boy: [0.28, 0.7, 0.645, 0.08],
  girl: [0.305, 0.685, 0.64, 0.075],
  child: [0.31, 0.675, 0.63, 0.075],
  'old-man': [0.295, 0.7, 0.57, 0.08],
  'old-woman': [0.27, 0.7, 0.57, 0.085],
  baby: [0.28, 0.72, 0.61, 0.07],
  princess: [0.315, 0.69, 0.64, 0.06],
  prince: [0.315, 0.69, 0.64, 0.06],
  beard: [0.295, 0.706, 0.58, 0.068],
  'older-person': [0.309, 0.689, 0.61, 0.06],
  bald: [0.335, 0.66, 0.425, 0.055],
  'with-crown': [0.315, 0.69, 0.64, 0.06],
  student: [0.366, 0.668, 0.455, 0.048],
  'factory-worker': [0.253, 0.51, 0.457, 0.044],
  guard: [0.334, 0.661, 0.581, 0.054],
  'with-veil': [0.364, 0.634, 0.455, 0.043],
  'with-skullcap': [0.343, 0.655, 0.471, 0.05],
  'baby-angel': [0.331, 0.665, 0.645, 0.05],
  'mrs-claus': [0.338, 0.654, 0.474, 0.05],
  cowboy: [0.41, 0.588, 0.519, 0.03],
  zombie: [0.354, 0.62, 0.444, 0.09],
  'clown-face': [0.36, 0.645, 0.47, 0.1],
  ogre: [0.346, 0.656, 0.526, 0.07],
  goblin: [0.297, 0.618, 0.383, 0.07],
  alien: [0.275, 0.725, 0.48, 0.17],
  elf: [0.34, 0.655, 0.455, 0.05],
  vampire: [0.365, 0.635, 0.455, 0.05],
  mage: [0.475, 0.685, 0.54, 0.04],
  robot: [0.32, 0.678, 0.522, 0.105],
  astronaut: [0.375, 0.62, 0.425, 0.04],
}

/** Where the eyes are on most drawings of head and shoulders. */
export const BUST_EYES: Eyes = [0.342, 0.657, 0.457, 0.05]

const LIKE_MOST =
  /^(?:(?:blond|red|curly|white)-hair|health-worker|office-worker|pilot|firefighter|police-officer|construction-worker|wearing-turban|with-headscarf|in-tuxedo|santa-claus|mx-claus)$/

/** The eyes of a head, where they are known; men and women of a trade are drawn alike. */
export function eyesOf(head: string): Eyes | undefined {
  const either = head.replace(/^(?:man|woman|person)-/, '')
  const known = [head, either].find((name) => Object.hasOwn(EYES, name))
  if (known) return EYES[known]
  return LIKE_MOST.test(either) ? BUST_EYES : undefined
}

// Between ears or antlers that stand up: how broad the skull is, in shares of the drawing.
const SKULLS: Readonly<Record<string, number>> = { 'rabbit-face': 0.86, 'llama-face': 0.9, moose: 0.6 }

/** How broad a head is on which ears or antlers stand up, by its eyes; nothing for any other. */
export const skullOf = (eyes: Eyes): number | undefined =>
  Object.entries(SKULLS).find(([face]) => EYES[face] === eyes)?.[1]
