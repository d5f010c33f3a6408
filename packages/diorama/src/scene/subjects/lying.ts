import type { Subject } from '../../brief.ts'

type Box = { width: number; height: number }

// What is broader than tall, such as a bicycle, lies flat on the ground: it is seen from its side, and foreshortened.
const FLAT = 0.46

const isTall = ({ width, height }: Box) => height > width

// Drawn from corner to corner: upright it is as long as that, and slim.
const SLANTED = /^(sword|kitchen-knife|dagger|screwdriver)$/
const SLIM = 0.42

/** The box of a drawing as it lies: a bottle is turned, a bicycle is flat. */
export function shownBox({ finish, art }: Pick<Subject, 'finish' | 'art'>, box: Box): Box {
  if (finish?.state === 'point-down' && SLANTED.test(art)) {
    const long = Math.hypot(box.width, box.height)
    return { width: long * SLIM, height: long }
  }
  if (finish?.state !== 'on-its-side') return box
  return isTall(box) ? { width: box.height, height: box.width } : { width: box.width, height: box.height * FLAT }
}

/** Whether a drawing that points down has to be turned by an eighth more, since it is drawn aslant. */
export const isSlanted = (art: string, state: string | undefined): boolean =>
  state === 'point-down' && SLANTED.test(art)

/** The side of the square in which something is drawn that stands upright in this box. */
export const slantedBox = ({ height }: Box): Box => ({ width: height * Math.SQRT1_2, height: height * Math.SQRT1_2 })

/** The box in which something is drawn upright, that lies in this one. */
export function uprightBox({ width, height }: Box, upright: Box): Box {
  return isTall(upright) ? { width: height, height: width } : { width, height: height / FLAT }
}
