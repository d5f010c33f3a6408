import type { Canvas } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import { traitsOf } from '../../archetype-traits.ts'
import type { Brief, Season, Subject } from '../../brief.ts'
import { seasonOf } from '../materials.ts'
import type { Stage } from '../stage.ts'

// Leaves that turn; evergreens and palms keep theirs.
const TURNING = /^(deciduous-tree|herb|leaf-fluttering-in-wind)$/
const AUTUMN = ['#d9822b', '#c9572a', '#e0a030'] as const

// Where somebody has asked for a colour, the leaves are still there.
function ofSeason(subject: Subject, at: number, season: Season): Subject {
  if (!TURNING.test(subject.art) || subject.colour) return subject
  if (season === 'autumn') return { ...subject, colour: AUTUMN[at % AUTUMN.length] as string }
  const bare = season === 'winter' && subject.art === 'deciduous-tree' ? drawingOf('leafless-tree') : undefined
  return bare ? { ...subject, art: bare.id } : subject
}

/** The brief with its trees as they are in its season: in the colours of autumn, bare in winter. */
export function inSeason(brief: Brief): Brief {
  // A tree in a room or in space knows no winter.
  if (!traitsOf(brief.archetype).where.hasWeather) return brief
  // On a designed sheet leaves are green unless autumn itself is asked for.
  if (brief.design && !brief.season) return brief
  const season = seasonOf(brief)
  const inIt = (subject: Subject, at: number) => ofSeason(subject, at, season)
  const { script } = brief
  return {
    ...brief,
    subjects: brief.subjects.map(inIt),
    ...(script && { script: { ...script, entities: script.entities.map(inIt) } }),
  }
}

/** Whether snow lies on it: on trees out of doors in winter that have no colour of their own. */
export function isSnowedOn({ art, colour }: Subject, { brief, season }: Stage): boolean {
  return season === 'winter' && !colour && /-tree$|^bush$/.test(art) && traitsOf(brief.archetype).where.hasWeather
}

const SNOW = [244, 248, 255] as const

/** Lays snow on whatever of a drawing lies open to the sky, deeper on what is broad. */
export function layOnSnow(picture: Canvas, depth = 0.04): void {
  const { width, height } = picture
  const context = picture.getContext('2d')
  const image = context.getImageData(0, 0, width, height)
  const { data } = image
  const solid = (x: number, y: number) => (data[(y * width + x) * 4 + 3] ?? 0) > 120
  const green = data.map((_, at) => (at % 4 === 1 ? (data[at] ?? 0) : 0))
  // Below the shade of one row of branches the next begins.
  const begins = (x: number, y: number) =>
    (green[(y * width + x) * 4 + 1] ?? 0) - (green[((y - 2) * width + x) * 4 + 1] ?? 0) > 24
  const deep = height * depth
  for (let x = 0; x < width; x++) {
    // Uneven, so that it lies in lumps.
    const here = deep * (0.7 + 0.3 * Math.sin((x / width) * 47) + 0.25 * Math.sin((x / width) * 113))
    let run = 0
    for (let y = 0; y < height * 0.94; y++) {
      run = !solid(x, y) ? 0 : y > 2 && run > here && begins(x, y) ? Math.ceil(here * 0.45) : run + 1
      if (run === 0 || run > here) continue
      const at = (y * width + x) * 4
      for (let part = 0; part < 3; part++) data[at + part] = SNOW[part] as number
    }
  }
  context.putImageData(image, 0, 0)
}
