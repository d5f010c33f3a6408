import { createCanvas, type Canvas } from '@napi-rs/canvas'
import type { Cue, Subject } from '../../brief.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { renderArt } from '../subjects/render-art.ts'
import { bloomingAt, liftedLid, turnedDoor, unfoldedAt, unlit } from './opened.ts'
import { within } from '../eased.ts'
import { onceDone, shareOf } from './timing.ts'
import { turnOf } from './whose-turn.ts'

const LEAVES = 9

/** The drawings of something that changes once, from first to last, and which of them is shown at a second. */
type ChangeCels = { drawings: Canvas[]; at: { x: number; y: number }; shown: (second: number) => number }

type Change = (picture: Canvas, open: number) => Canvas

// A closed book and an open one are two drawings: the one gets narrow, and the other broad.
async function bookCels(picture: Canvas, { art }: Subject): Promise<Canvas[]> {
  const { width, height } = picture
  const isOpen = art === 'open-book'
  const closed = isOpen ? await renderArt('closed-book', width * 0.72, height) : picture
  const open = isOpen ? picture : await renderArt('open-book', width, height)
  return Array.from({ length: LEAVES }, (_, leaf) => {
    const t = (leaf / (LEAVES - 1)) * 2 - 1
    const shown = t < 0 ? closed : open
    const wide = shown.width * Math.max(0.16, Math.abs(t))
    const canvas = createCanvas(width, height)
    canvas.getContext('2d').drawImage(shown, (width - wide) / 2, 0, wide, height)
    return canvas
  })
}

function changeOf({ art, kind }: Subject): Change | undefined {
  if (art === 'door') return turnedDoor
  if (kind === 'plant-flower' || /flower|rose|tulip|blossom|lotus/.test(art)) return bloomingAt(art)
  if (/^(umbrella|umbrella-with-rain-drops|folding-hand-fan)$/.test(art)) return unfoldedAt
  return /^(wrapped-gift|package|open-box|card-file-box)$/.test(art) ? liftedLid : undefined
}

// Blooming takes its time, a door does not.
function doneAt(stage: Stage, cue: Cue, slow: boolean, second: number): number {
  return slow ? within(shareOf(stage, cue, second), 0.05, 0.9) : onceDone(stage, cue, second)
}

async function opening(
  stage: Stage,
  cue: Cue,
  subject: Subject,
  picture: Canvas,
): Promise<Omit<ChangeCels, 'at'> | undefined> {
  const change = changeOf(subject)
  const book = /book/.test(subject.art)
  if (!change && !book) return undefined
  const drawings = change
    ? Array.from({ length: LEAVES }, (_, leaf) => change(picture, leaf / (LEAVES - 1)))
    : await bookCels(picture, subject)
  const slow = subject.kind.startsWith('plant')
  const last = LEAVES - 1
  const open = (second: number) => {
    const done = doneAt(stage, cue, slow, second)
    return cue.what === 'close' ? 1 - done : done
  }
  return { drawings, shown: (second) => Math.round(open(second) * last) }
}

/** What changes its look once in a clip: a door that opens, a flower that blooms, a candle that is lit. */
export async function changeCels(
  stage: Stage,
  plan: ScenePlan,
  placement: Placement,
  picture: Canvas,
): Promise<ChangeCels | undefined> {
  const subject = stage.brief.subjects[placement.subject]
  if (stage.clock.loop || placement.part || !subject) return undefined
  const at = { x: picture.width / 2, y: picture.height }
  const turn = (what: Cue['what']) => turnOf(stage, plan, what, placement)
  const opens = turn('open') ?? turn('close') ?? (blooms(subject) ? turn('grow') : undefined)
  const opened = opens && (await opening(stage, opens, subject, picture))
  if (opened) return { ...opened, at }
  if (!/candle/.test(subject.art)) return undefined
  const [lit, out] = [turn('light'), turn('go-out')]
  if (!lit && !out) return undefined
  return {
    drawings: [unlit(picture), picture],
    at,
    shown(second) {
      const gone = out ? onceDone(stage, out, second) > 0.3 : false
      const burns = lit ? onceDone(stage, lit, second) > 0.02 : true
      const later = lit && out && lit.from > out.from
      return later ? (burns || !gone ? 1 : 0) : burns && !gone ? 1 : 0
    },
  }
}

/** Whether growing shows in its flower, not in its size. */
export const blooms = ({ kind }: Pick<Subject, 'kind'>): boolean => kind === 'plant-flower'
