import type { Season } from '../../../brief.ts'
import type { Random } from '../../random.ts'
import type { Pen } from '../pen.ts'

/** What a yard is drawn with: units, from the middle of the picture and upwards from the ground. */
export type Yard = Pen & { half: number; random: Random; side: number; dark: boolean; season: Season }
