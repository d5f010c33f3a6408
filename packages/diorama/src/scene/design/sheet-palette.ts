import { brightness, mix, type Colour } from '../colour.ts'
import type { Stage } from '../stage.ts'

const HOUSE = [
  ['#1f4e79', '#f6efe0', '#d99a3d', '#7fb3c8'],
  ['#28594f', '#f4ecd8', '#d9714a', '#e8b75e'],
  ['#6a2f4b', '#f7e9e4', '#d98a7e', '#e6b85c'],
  ['#2f3561', '#f3efe6', '#e0a13c', '#8f9fd0'],
] as const

/** The colours of a sheet, as they were named; where fewer than `least` were, with tints of these or colours of the house. */
export function sheetPalette(stage: Stage, least = 2): Colour[] {
  const { colours, subjects, design } = stage.brief
  // The black of a panther is its own, unless nothing else is named or there is nothing but the plane.
  const theirs = colours.length === 0 || design?.kind === 'tiling' ? subjects.flatMap(({ colour }) => colour ?? []) : []
  const asked = [...new Set([...colours, ...theirs])]
  if (asked.length === 0) return [...stage.random.fork('sheet-palette').pick(HOUSE)]
  const out = [...asked]
  if (!out.some((one) => brightness(one) > 0.8)) out.push(mix(out[0] as Colour, '#fffaf0', 0.88))
  const first = out[0] as Colour
  if (out.length < least) out.push(mix(first, brightness(first) > 0.5 ? '#2a2440' : '#ffffff', 0.4))
  if (out.length < least) out.push(mix(first, '#161428', 0.45))
  return out
}

/** The lightest of some colours, and the others in their order. */
export function groundAndInks(colours: readonly Colour[]): { ground: Colour; inks: Colour[] } {
  const ground = colours.toSorted((a, b) => brightness(b) - brightness(a))[0] ?? '#fbf8f1'
  const inks = colours.filter((one) => one !== ground)
  return { ground, inks: inks.length > 0 ? inks : [mix(ground, '#1d1b2c', 0.7)] }
}
