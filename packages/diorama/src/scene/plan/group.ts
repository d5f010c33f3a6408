import type { Random } from '../random.ts'

/** One of a group: where it is about the group's middle, in widths and heights of one, and its size beside the others. */
export type Member = { x: number; y: number; size: number; phase: number }

export const MOST = 14

function onGround(count: number, random: Random): Member[] {
  const rows = count > 6 ? 3 : count > 3 ? 2 : 1
  const perRow = Math.ceil(count / rows)
  const members: Member[] = []
  for (let i = 0; i < count; i++) {
    const row = Math.floor(i / perRow)
    const inRow = Math.min(perRow, count - row * perRow)
    const column = (i % perRow) - (inRow - 1) / 2
    // Every second one is a step nearer, and larger for it: a small one before a large one would be a dwarf.
    const nearer = count === 1 ? 0 : (i % 2) - 0.5
    const size = random.between(0.93, 1) * (1 + 0.1 * nearer) * (1 - 0.14 * (rows - 1 - row))
    members.push({
      // Those behind look out between those before them.
      x: column * 1.02 + (rows > 1 ? (row % 2 === 0 ? 0.25 : -0.25) : 0) + random.between(-0.06, 0.06),
      y: -(rows - 1 - row) * 0.36 + nearer * 0.1,
      size: count === 1 ? 1 : size,
      phase: random.next(),
    })
  }
  return members
}

function inAir(count: number, random: Random): Member[] {
  if (count === 1) return [{ x: 0, y: 0, size: 1, phase: random.next() }]
  // A loose slanting flock: no two at one height, no two of one size.
  const turn = random.between(0, Math.PI * 2)
  return Array.from({ length: count }, (_, i) => {
    const angle = turn + i * 2.399963
    const away = 0.86 * Math.sqrt(i + 0.35)
    return {
      x: Math.cos(angle) * away * 1.25,
      y: Math.sin(angle) * away * 0.82,
      size: random.between(0.66, 1.08),
      phase: random.next(),
    }
  })
}

/** How the members of a group stand about its middle. */
export function groupOf(count: number, airborne: boolean, random: Random): Member[] {
  const shown = Math.max(1, Math.min(MOST, Math.round(count)))
  return airborne ? inAir(shown, random) : onGround(shown, random)
}
