import type { Brief, Subject } from '../../brief.ts'
import { raisedTimes } from '../../staging/raised-ground.ts'
import { supportOf } from '../../staging/supports.ts'
import type { Cluster } from '../plan/cluster.ts'
import { widthOf } from './binding.ts'
import { boundsOfPieces, mirror, type Troupe } from './troupe.ts'

/** Makes raised ground as large as those on it ask for: real hills would leave them dots. */
export function fitGround({ own, shape }: Troupe, other: Subject, children: readonly Troupe[]): void {
  const tall = Math.max(...children.map(({ pieces }) => -boundsOfPieces(pieces).top))
  const { from, to } = supportOf(other.art, other.kind)
  const wide = children.reduce((sum, child) => sum + widthOf(child), 0) * 1.1
  own.height = tall * raisedTimes(other.art)
  own.width = Math.max(wide / (to - from), own.height * 1.1)
  shape.width = own.width
  shape.height = own.height
  // Where all is water or air, this is the one piece of ground.
  own.contact = 'ground'
}

/** Who is on raised ground stands on it, also above the sea. */
export function standOnGround(children: readonly Troupe[]): void {
  for (const { own } of children) if (own.contact === 'water') own.contact = 'ground'
}

/** A cliff reaches to the edge of the picture: it is the last of a row, and falls towards the others. */
export function cliffsLast(clusters: Cluster[], artOf: (subject: number) => string): void {
  const cliff = clusters.find(({ pieces }) => pieces.some(({ subject }) => artOf(subject) === 'cliff'))
  if (!cliff || clusters.length < 2) return
  clusters.splice(clusters.indexOf(cliff), 1)
  clusters.push(cliff)
  if (cliff.pieces.some(({ subject, flip }) => artOf(subject) === 'cliff' && flip)) mirror(cliff.pieces)
}

/** A cliff comes in from the nearer side, so that whoever is at its edge has most of the picture before them. */
export function cliffAside(clusters: readonly Cluster[], { subjects }: Brief, width: number): void {
  const [only, other] = clusters.filter(({ airborne }) => !airborne)
  const cliff = only?.pieces.find(({ subject }) => subjects[subject]?.art === 'cliff')
  if (!only || other || !cliff) return
  const by = width * (cliff.flip ? 0.33 : 0.67) - cliff.x
  for (const piece of only.pieces) piece.x += by
}
