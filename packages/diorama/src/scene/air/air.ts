import { traitsOf } from '../../archetype-traits.ts'
import type { Brief } from '../../brief.ts'
import { hasFeature } from '../../places.ts'
import type { Live } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { bubbles } from './bubbles.ts'
import { embers, fireflies } from './glowing.ts'
import { motes, rays } from './beams.ts'
import { lightning } from './lightning.ts'
import { rain } from './rain.ts'
import { snow } from './snow.ts'
import { confetti, leaves, petals } from './tumbling.ts'

type Kind = Brief['particles'][number]

// Drawn in this order, whatever the prompt names first. Stars are part of the sky, and the settings draw them; what a flame
// or a light behind somebody does is a matter of the figures, and smoke one of the houses.
const MAKERS: Record<Exclude<Kind, 'stars' | 'candlelight' | 'backlight' | 'smoke'>, (stage: Stage) => Live> = {
  snow,
  rain,
  bubbles,
  leaves,
  petals,
  confetti,
  fireflies,
  embers,
  rays,
  motes,
}

/** What fills the air in front of the scene, and behind it: by weather, by wish, and by where it is. */
export function airOf(stage: Stage): { behind: Live[]; front: Live[] } {
  const { brief } = stage
  const { hasWeather, water } = traitsOf(brief.archetype).where
  const wanted = new Set<string>(brief.particles)
  const weathers = hasWeather ? brief.weather : []
  for (const weather of weathers) wanted.add(weather === 'storm' ? 'rain' : weather)
  if (water === 'all') wanted.add('bubbles')
  if (hasFeature(brief, 'volcano')) wanted.add('embers')
  const dry = !wanted.has('rain') && stage.season !== 'winter'
  if (wanted.has('wind') && dry) wanted.add('leaves')
  if (brief.particles.includes('backlight')) wanted.add('rays')
  const makers = Object.entries(MAKERS).filter(([name]) => wanted.has(name))
  return {
    behind: weathers.includes('storm') ? [lightning(stage)] : [],
    front: makers.map(([, make]) => make(stage)),
  }
}
