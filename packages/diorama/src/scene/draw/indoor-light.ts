import { mix, underLight, type Colour } from '../colour.ts'
import type { Stage } from '../stage.ts'

/** The light of an interior: warm lamps after dark, the sky's tint otherwise. */
export function indoors(stage: Stage, colour: Colour): Colour {
  const { light } = stage
  const air = light.dark ? mix('#8a76a8', '#ffcf94', 0.5) : mix(light.ambient, '#fff4e4', 0.6)
  return underLight(colour, air)
}
