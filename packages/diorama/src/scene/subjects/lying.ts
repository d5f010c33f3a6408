import type { Subject } from '../../brief.ts'

type Box = { width: number; height: number }

// What is broader than tall, such as a bicycle, lies flat on the ground: it is seen from its side, and foreshortened.
const FLAT = 0.46

const isTall = ({ width, height }: Box) => height > width

/** The box of a drawing as it lies: a bottle is turned, a bicycle is flat. */
export function shownBox<Shape extends Box>({ finish }: Pick<Subject, 'finish'>, box: Shape): Box {
  if (finish?.state !== 'on-its-side') return box
  return isTall(box) ? { width: box.height, height: box.width } : { width: box.width, height: box.height * FLAT }
}

/** The box in which something is drawn upright, that lies in this one. */
export function uprightBox({ width, height }: Box, upright: Box): Box {
  return isTall(upright) ? { width: height, height: width } : { width, height: height / FLAT }
}
