import { metresOf } from '../../staging/real-sizes.ts'
import { boundsOf } from './cluster.ts'
import { scaledAbout, type Piece, type Size } from './revised-piece.ts'

// Bound to somebody who stayed, it is where it would be beside them, on them or over them in the new staging.
function atItsAnchor(piece: Piece, anchor: Piece, staged: Piece): void {
  const by = anchor.height / staged.height
  const turned = anchor.flip !== staged.flip
  const aside = (piece.x - staged.x) * (turned ? -1 : 1)
  scaledAbout(piece, { x: piece.x - aside, foot: staged.foot }, anchor, by)
  if (turned) piece.flip = !piece.flip
  piece.order += anchor.order - staged.order
}

const overlap = (a: ReturnType<typeof boundsOf>, b: ReturnType<typeof boundsOf>) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))

const HOMES = { left: 0.17, right: 0.83 } as const

// Where it covers least of the others, on the side that was named; what flies has heights to choose from as well.
function atFreeSpot(piece: Piece, others: readonly Piece[], size: Size, horizon: number): void {
  const { revised } = piece.subjectOf
  const wish = revised?.how === 'new' ? revised : undefined
  const { width, height } = size
  const aloft = piece.contact === 'air'
  const home = wish?.side ? HOMES[wish.side] : piece.x / width
  const rows = aloft ? [0.14, 0.22, 0.3, 0.4].map((share) => share * height + piece.height / 2) : [piece.foot]
  let best = { x: piece.x, foot: piece.foot, cost: Infinity }
  for (const foot of rows)
    for (let step = 0; step <= 24; step++) {
      const half = Math.min(0.5, piece.width / 2 / width)
      const x = width * (half + 0.02 + (step / 24) * Math.max(0, 0.96 - 2 * half))
      const box = boundsOf([{ ...piece, x, foot }])
      const covered = others.reduce((sum, one) => sum + overlap(box, boundsOf([one])), 0) / (piece.width * piece.height)
      const cost = covered * 3 + Math.abs(x / width - home) * (wish?.side ? 2.5 : 0.5)
      if (cost < best.cost) best = { x, foot, cost }
    }
  piece.order += best.foot - piece.foot
  piece.x = best.x
  piece.foot = Math.max(best.foot, aloft ? 0 : horizon)
}

const longer = ({ width, height }: { width: number; height: number }) => Math.max(width, height)

// All about somebody: in the air on a ring, on the ground at both sides.
function allAbout(piece: Piece, anchor: Piece): void {
  const angle = ((piece.index + 0.35) / Math.max(2, piece.subjectOf.count)) * Math.PI * 2
  const [aside, up] = [Math.cos(angle), piece.contact === 'ground' ? 0 : Math.sin(angle)]
  const away = piece.contact === 'ground' ? Math.sign(aside) * (1 + 0.5 * Math.abs(aside)) : aside
  piece.x = anchor.x + away * (anchor.width * 0.5 + piece.width * 0.9)
  if (piece.contact !== 'ground')
    piece.foot = anchor.foot - anchor.height / 2 + up * (anchor.height * 0.4 + piece.height * 0.5) + piece.height / 2
  piece.order = anchor.order + (up > 0 ? 1 : 0.5)
}

// No cookie is as large as the cup beside it: as many times as large as in nature, but flatter.
function mostBeside(piece: Piece, main: Piece | undefined): number {
  if (!main) return Infinity
  const times = metresOf(piece.subjectOf) / metresOf(main.subjectOf)
  return (longer(main) * Math.max(0.3, times ** FLATTER)) / longer(piece)
}

// One more of a kind is as large as those that are there.
function inMeasure(piece: Piece, shown: readonly Piece[], measure: number, { height }: Size): void {
  const alike = shown.find(({ subjectOf, part }) => subjectOf.art === piece.subjectOf.art && !part)
  const main = shown.toSorted((a, b) => b.height * b.width - a.height * a.width)[0]
  const by = alike ? longer(alike) / longer(piece) : Math.min(measure, mostBeside(piece, main))
  // Nobody is asked for who cannot be seen.
  const least = (height * LEAST_SEEN) / longer(piece)
  scaledAbout(piece, piece, piece, alike ? by : Math.max(by, least))
  if (alike && !alike.on && piece.contact === alike.contact) piece.foot = alike.foot
}
const FLATTER = 0.62
const LEAST_SEEN = 0.14

// Who is set beside somebody stands beside them, not before their face.
function asideOf(piece: Piece, anchor: Piece, others: readonly Piece[], { width }: Size): void {
  const apart = (piece.width + anchor.width) * 0.48
  const box = boundsOf([piece])
  const hides = others.some((one) => one !== anchor && overlap(box, boundsOf([one])) > piece.width * piece.height * 0.2)
  if (Math.abs(piece.x - anchor.x) > apart * 0.6 && !hides) return
  const spots = [anchor.x - apart, anchor.x + apart].map((x) => {
    const out = Math.max(0, piece.width / 2 - x, x + piece.width / 2 - width)
    const there = boundsOf([{ ...piece, x, foot: anchor.foot }])
    const covered = others.filter((one) => one !== anchor && one.on !== anchor && anchor.on !== one)
    return { x, cost: out * 10 + covered.reduce((sum, one) => sum + overlap(there, boundsOf([one])), 0) / piece.height }
  })
  piece.x = (spots.toSorted((a, b) => a.cost - b.cost)[0] as { x: number }).x
  piece.foot = anchor.foot
  piece.order = anchor.order + 0.5
}

/** Sets what a wish adds to a picture beside what it is bound to, or where there is room for it. */
export function addNew(fresh: readonly Piece[], shown: Piece[], { after, size, horizon, measure }: Adding): void {
  for (const piece of fresh) {
    const { revised } = piece.subjectOf
    const { at, beside, around } = revised?.how === 'new' ? revised : {}
    const anchor = shown.find((one) => one.subjectOf.art === at && !one.part)
    const staged = anchor && after.find((one) => one.subjectOf.art === at && !one.part)
    if (anchor && staged) {
      atItsAnchor(piece, anchor, staged)
      scaledAbout(piece, piece, piece, Math.min(1, mostBeside(piece, anchor)))
      if (beside) asideOf(piece, anchor, shown, size)
      if (around) allAbout(piece, anchor)
    } else {
      inMeasure(piece, shown, measure, size)
      atFreeSpot(piece, shown, size, horizon)
    }
    intoPicture(piece, size)
    shown.push(piece)
  }
}
// What is added is seen whole.
function intoPicture(piece: Piece, { width, height }: Size): void {
  const room = piece.foot - height * 0.03
  if (piece.height > room) scaledAbout(piece, piece, piece, Math.max(0.2, room / piece.height))
  const half = piece.width / 2
  piece.x = Math.max(half + width * 0.01, Math.min(width * 0.99 - half, piece.x))
}
type Adding = { after: readonly Piece[]; size: Size; horizon: number; measure: number }
