import type { Pen } from '../../draw/pen.ts'
import type { Random } from '../../random.ts'

/** What stands along a street is drawn with: units from the middle, upwards from where the ground begins. */
export type FrontPen = Pen & {
  half: number
  /** How much room there is above the foot. */
  top: number
  random: Random
  dark: boolean
  /** The side of the picture that the subjects leave free. */
  side: number
  snowy: boolean
  /** In a dry land, where no hedges grow. */
  arid: boolean
  /** Whether the prompt itself names a thing, so that the street need not have one more. */
  isNamed: (art: RegExp) => boolean
}
