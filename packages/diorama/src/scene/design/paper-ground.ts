import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, brightness, mix, type Colour } from '../colour.ts'
import { backdrop } from '../draw/backdrop.ts'
import type { Sheet } from '../layers.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import { boxOf } from '../shot/move-placements.ts'
import type { Stage } from '../stage.ts'
import { drawGeometry, drawNetwork } from './geometric-ground.ts'
import { sheetLayout } from './sheet-layout.ts'
import { groundAndInks, sheetPalette } from './sheet-palette.ts'

/** The colour that most of a printed sheet has: what words on it must be read on. */
export function paperColour(stage: Stage): Colour {
  const { studio } = stage.brief
  const { ground, inks } = groundAndInks(sheetPalette(stage))
  if (studio?.colour) return studio.colour
  if (studio?.sheet === 'poster') return readable(stage, inks[0] ?? ground)
  if (studio?.sheet === 'print') return '#fbfaf6'
  if (stage.brief.style === 'chalk') return '#26302e'
  if (studio?.sheet === 'banner') return bannerColour(stage)
  return mix(brightness(ground) > 0.86 ? ground : (inks[0] ?? ground), '#fffdf8', 0.72)
}

// Letters that are said to be red are red: it is the paper that makes room for them.
function readable({ brief }: Stage, paper: Colour): Colour {
  const { ink } = brief.lettering ?? {}
  if (!ink || Math.abs(brightness(ink) - brightness(paper)) > 0.3) return paper
  return brightness(ink) > 0.5 ? mix(paper, '#141428', 0.75) : '#f6eede'
}

// Dark where the words are dark, else light and quiet: a page goes on below a banner.
function bannerColour(stage: Stage): Colour {
  const [first, second] = stage.brief.colours
  if (!first) return stage.random.fork('banner').pick(['#e6efe9', '#f4e8df', '#e4ebf5', '#f5edda'])
  const dark = [first, second].find((one) => one !== undefined && brightness(one) < 0.4)
  return dark ?? mix(first, '#ffffff', 0.55)
}

type Place = { x: number; y: number; radius: number }

// The disc behind whoever the sheet is of; it never reaches the words.
function haloOf(stage: Stage, plan: ScenePlan): Place {
  const { width, height, unit } = stage
  const { words, figures } = sheetLayout(stage.brief, stage)
  const middle = { x: (figures.left + figures.right) / 2, y: (figures.top + figures.bottom) / 2 }
  if (plan.placements.length === 0) return { ...middle, radius: height * 0.3 }
  const box = boxOf(plan.placements)
  const high = box.bottom - box.top
  const wish = Math.min(width * 0.3, Math.max(height * 0.26, high * 0.58))
  const y = box.top + high * 0.46
  const above = words && words.bottom < y ? y - words.bottom - unit : y - unit * 4
  const below = words && words.top > y ? words.top - unit - y : height
  // An empty disc between two figures would be what one looks at.
  const main = plan.placements.find(({ subject }) => subject === 0)
  const x = plan.placements.length > 1 && main ? Math.min(width * 0.7, Math.max(width * 0.3, main.x)) : middle.x
  return { x, y, radius: Math.max(height * 0.16, Math.min(wish, above, below)) }
}

function rays(context: SKRSContext2D, { x, y }: Place, reach: number, colour: string): void {
  context.fillStyle = colour
  for (let i = 0; i < 20; i++) {
    const angle = (i / 20) * Math.PI * 2
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach)
    context.lineTo(x + Math.cos(angle + Math.PI / 20) * reach, y + Math.sin(angle + Math.PI / 20) * reach)
    context.fill()
  }
}

function ringed(context: SKRSContext2D, { x, y, radius }: Place, fill: Colour, line: Colour): void {
  for (const [share, colour] of [
    [1.08, line],
    [1.05, mix(fill, line, 0.5)],
    [1, line],
    [0.97, fill],
  ] as const) {
    context.fillStyle = colour
    context.beginPath()
    context.arc(x, y, radius * share, 0, Math.PI * 2)
    context.fill()
  }
}

// Manners of a time when posters had rays.
const RAYED = /^(vintage|art-deco|pop-art|comic|ukiyo-e)$/

const DISCS = { moon: ['#f6edc8', '#e2d6a6'], sun: ['#ffcf5a', '#f0a13c'] } as const

// The moon or the sun behind everybody, larger than they are.
function heaven(context: SKRSContext2D, { x, y, radius }: Place, kind: 'moon' | 'sun'): void {
  const [light, shade] = DISCS[kind]
  context.fillStyle = light
  context.beginPath()
  context.arc(x, y, radius, 0, Math.PI * 2)
  context.fill()
  if (kind === 'sun') return
  context.fillStyle = alpha(shade, 0.55)
  for (const [dx, dy, r] of [
    [-0.4, -0.3, 0.2],
    [0.34, -0.46, 0.13],
    [0.46, 0.2, 0.22],
    [-0.2, 0.44, 0.15],
  ] as const) {
    context.beginPath()
    context.arc(x + dx * radius, y + dy * radius, r * radius, 0, Math.PI * 2)
    context.fill()
  }
}

function frame(context: SKRSContext2D, { width, height, unit }: Stage, colour: string): void {
  context.strokeStyle = colour
  context.lineWidth = unit * 0.5
  context.strokeRect(unit * 2.6, unit * 2.6, width - unit * 5.2, height - unit * 5.2)
}

function bareGround(stage: Stage): Sheet {
  const paper = paperColour(stage)
  const { inks, ground } = groundAndInks(sheetPalette(stage))
  const colours = [...inks, ground].filter((one) => one !== paper)
  return backdrop(stage, (context) => {
    context.fillStyle = paper
    context.fillRect(0, 0, stage.width, stage.height)
    if (/network|connect|\bdots\b|nodes|data|technolog|tech\b|digital/i.test(stage.brief.prompt))
      return drawNetwork(context, stage, colours[0] ?? '#ffffff')
    drawGeometry(context, stage, colours, paper)
  })
}

function posterGround(stage: Stage, plan: ScenePlan): Sheet {
  const { width, height } = stage
  const { ground, inks } = groundAndInks(sheetPalette(stage))
  const { disc } = stage.brief.studio ?? {}
  const main = paperColour(stage)
  const second = inks.find((one) => one !== main) ?? mix(main, ground, 0.3)
  const halo = haloOf(stage, plan)
  return backdrop(stage, (context) => {
    context.fillStyle = main
    context.fillRect(0, 0, width, height)
    if (RAYED.test(stage.brief.style)) rays(context, halo, width, alpha(mix(main, ground, 0.35), 0.5))
    if (disc) heaven(context, halo, disc)
    else ringed(context, halo, brightness(main) > 0.6 ? mix(second, ground, 0.3) : ground, second)
    // Ground to stand on.
    context.fillStyle = mix(main, '#120d1c', 0.42)
    context.beginPath()
    context.ellipse(width / 2, height * 1.24, width * 0.72, height * 0.4, 0, 0, Math.PI * 2)
    context.fill()
    frame(context, stage, ground)
  })
}

// A large soft shape behind the figures, the rest left to the words.
function bannerGround(stage: Stage): Sheet {
  const { width, height, unit } = stage
  const paper = paperColour(stage)
  const { inks } = groundAndInks(sheetPalette(stage))
  const { figures } = sheetLayout(stage.brief, stage)
  const second =
    stage.brief.colours.length > 0 ? (inks.find((one) => one !== paper) ?? paper) : mix(paper, '#ffffff', 0.5)
  const x = (figures.left + figures.right) / 2
  return backdrop(stage, (context) => {
    const fall = context.createLinearGradient(0, 0, width, height)
    fall.addColorStop(0, paper)
    fall.addColorStop(1, mix(paper, second, 0.35))
    context.fillStyle = fall
    context.fillRect(0, 0, width, height)
    context.fillStyle = alpha(mix(second, '#ffffff', 0.45), 0.55)
    context.beginPath()
    context.arc(x, height * 0.54, Math.min(height * 0.43, (figures.right - figures.left) * 0.5), 0, Math.PI * 2)
    context.fill()
    context.fillStyle = alpha(second, 0.5)
    for (const [dx, dy, r] of [
      [-0.46, -0.3, 2.2],
      [0.42, -0.38, 1.4],
      [0.5, 0.32, 2.8],
    ] as const) {
      context.beginPath()
      context.arc(x + dx * height, height * (0.55 + dy), unit * r, 0, Math.PI * 2)
      context.fill()
    }
  })
}

// Dishes on both sides of lines that stand for what can be ordered.
function menuGround(stage: Stage): Sheet {
  const { width, height, unit } = stage
  const paper = paperColour(stage)
  const { inks } = groundAndInks(sheetPalette(stage))
  const ink = inks.find((one) => brightness(one) < 0.45) ?? '#3a2a20'
  return backdrop(stage, (context) => {
    context.fillStyle = paper
    context.fillRect(0, 0, width, height)
    frame(context, stage, ink)
    context.lineWidth = unit * 0.16
    context.strokeStyle = alpha(ink, 0.8)
    context.strokeRect(unit * 3.8, unit * 3.8, width - unit * 7.6, height - unit * 7.6)
  })
}

function cardGround(stage: Stage): Sheet {
  const { width, height, unit } = stage
  const { inks } = groundAndInks(sheetPalette(stage))
  const paper = paperColour(stage)
  const accent = inks[0] ?? '#c98b8b'
  return backdrop(stage, (context) => {
    context.fillStyle = paper
    context.fillRect(0, 0, width, height)
    context.strokeStyle = mix(accent, paper, 0.35)
    context.lineWidth = unit * 0.35
    context.beginPath()
    context.roundRect(unit * 2.8, unit * 2.8, width - unit * 5.6, height - unit * 5.6, unit * 2)
    context.stroke()
  })
}

// A sun of stripes behind the figure, as shirts have it.
function printGround(stage: Stage, plan: ScenePlan): Sheet {
  const { width, height, unit } = stage
  const { inks } = groundAndInks(sheetPalette(stage))
  const halo = haloOf(stage, plan)
  const [first = '#d9714a', second = mix(first, '#f4c46a', 0.55)] = inks
  return backdrop(stage, (context) => {
    context.fillStyle = paperColour(stage)
    context.fillRect(0, 0, width, height)
    context.save()
    context.beginPath()
    context.arc(halo.x, halo.y, halo.radius, 0, Math.PI * 2)
    context.clip()
    const fall = context.createLinearGradient(0, halo.y - halo.radius, 0, halo.y + halo.radius)
    fall.addColorStop(0, mix(second, '#ffffff', 0.15))
    fall.addColorStop(1, first)
    context.fillStyle = fall
    context.fillRect(0, 0, width, height)
    context.fillStyle = paperColour(stage)
    for (let i = 0; i < 5; i++)
      context.fillRect(0, halo.y + halo.radius * (0.16 + i * 0.18), width, unit * (0.5 + i * 0.28))
    context.restore()
  })
}

/** The ground of a printed sheet. */
export function paperGround(stage: Stage, plan: ScenePlan): Sheet {
  const sheet = stage.brief.studio?.sheet
  if (plan.placements.length === 0 && /^(poster|banner)$/.test(sheet ?? '')) return bareGround(stage)
  if (sheet === 'banner') return bannerGround(stage)
  if (sheet === 'menu') return menuGround(stage)
  if (sheet === 'poster') return posterGround(stage, plan)
  return sheet === 'print' ? printGround(stage, plan) : cardGround(stage)
}
