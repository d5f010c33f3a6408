import type { SKRSContext2D } from '@napi-rs/canvas'
import { archetypeOfPlace, hasFeature } from '../../../places.ts'
import { alpha, mix, type Colour } from '../../colour.ts'
import { materialsOf } from '../../materials.ts'
import type { Random } from '../../random.ts'
import type { Stage } from '../../stage.ts'
import { drawTree } from '../trees.ts'
import { glow } from '../shapes.ts'
import { dunes, peaks, sea, wood, type Box } from './land-outside.ts'

export type { Box } from './land-outside.ts'

function heaven(context: SKRSContext2D, stage: Stage, box: Box, random: Random, sunny: boolean): void {
  const { light, unit } = stage
  const view = context.createLinearGradient(0, box.y, 0, box.y + box.height)
  for (const [i, colour] of light.sky.entries()) view.addColorStop(i / 3, colour)
  context.fillStyle = view
  context.fillRect(box.x, box.y, box.width, box.height)
  const overcast = stage.brief.weather.some((each) => /^(rain|storm|snow|fog|cloudy)$/.test(each))
  if (!overcast && sunny) {
    const sun = { x: box.x + box.width * 0.68, y: box.y + box.height * 0.3 }
    const wide = Math.min(box.width, box.height)
    glow(context, { ...sun, radius: wide * 0.4 }, alpha(light.key, 0.7), alpha(light.key, 0))
    context.fillStyle = light.dark ? '#fdf8e2' : mix(light.key, '#ffffff', 0.6)
    context.beginPath()
    context.arc(sun.x, sun.y, wide * 0.07, 0, Math.PI * 2)
    context.fill()
  }
  for (let i = 0; i < 24 && light.dark && !overcast; i++) {
    context.fillStyle = alpha('#ffffff', random.between(0.3, 0.9))
    context.fillRect(
      box.x + random.next() * box.width,
      box.y + random.next() * box.height * 0.6,
      unit * 0.18,
      unit * 0.18,
    )
  }
}

function hills(context: SKRSContext2D, stage: Stage, box: Box, random: Random): void {
  const { light } = stage
  const materials = materialsOf(stage.season)
  const hill = (share: number, colour: Colour) => {
    context.fillStyle = colour
    context.beginPath()
    context.ellipse(
      box.x + box.width * (share * 1.6 - 0.4),
      box.y + box.height * (0.86 + share * 0.2),
      box.width * 0.7,
      box.height * 0.28,
      0,
      0,
      Math.PI * 2,
    )
    context.fill()
  }
  hill(0.5, light.lit(materials.grassFar, 0.5))
  for (let i = 0; i < 5; i++) {
    drawTree(
      context,
      {
        kind: random.pick(materials.trees),
        x: box.x + box.width * (0.1 + 0.2 * i),
        foot: box.y + box.height * 0.94,
        height: box.height * random.between(0.2, 0.34),
        leaf: light.lit(random.pick(materials.leaves), 0.25),
        trunk: light.lit(materials.trunk, 0.25),
      },
      random,
    )
  }
  hill(0.2, light.lit(materials.grass, 0.2))
  hill(0.75, light.lit(materials.grass, 0.24))
}

function town(context: SKRSContext2D, stage: Stage, box: Box, random: Random): void {
  const { light } = stage
  for (let x = box.x - box.width * 0.05; x < box.x + box.width;) {
    const wide = box.width * random.between(0.12, 0.22)
    const tall = box.height * random.between(0.25, 0.62)
    const tone = light.lit(random.pick(['#8a8fb0', '#a98f88', '#b5a48a', '#7f93a8']), 0.3)
    context.fillStyle = tone
    context.fillRect(x, box.y + box.height - tall, wide, tall)
    const side = wide * 0.16
    for (let row = 0; row * side * 2 < tall - side * 2; row++) {
      for (let column = 0; column < 3; column++) {
        const on = random.chance(0.5) && light.dark
        context.fillStyle = on ? '#ffd98a' : mix(tone, light.dark ? '#0a1030' : '#ffffff', 0.35)
        context.fillRect(
          x + wide * (0.14 + column * 0.28),
          box.y + box.height - tall + side * (1 + row * 2),
          side,
          side * 1.2,
        )
      }
    }
    x += wide * 1.06
  }
}

// The land that is named, if any; else the country.
function landOutside(context: SKRSContext2D, stage: Stage, box: Box, random: Random): void {
  const { brief } = stage
  const lies = (archetype: string) => brief.places.some((place) => archetypeOfPlace(place) === archetype)
  if (lies('sea')) sea(context, stage, box, random)
  else if (hasFeature(brief, 'peaks')) peaks(context, stage, box, random)
  else if (hasFeature(brief, 'desert')) dunes(context, stage, box)
  else if (lies('forest')) wood(context, stage, box, random)
  else if (hasFeature(brief, 'urban')) town(context, stage, box, random)
  else hills(context, stage, box, random)
}

// What falls outside runs down the pane or settles on it: an interior has no weather of its own.
function weather(context: SKRSContext2D, stage: Stage, box: Box, random: Random): void {
  const { unit, brief, light } = stage
  const falls = (kind: string) => brief.weather.some((each) => each === kind)
  if (falls('rain') || falls('storm')) {
    context.strokeStyle = alpha('#eef6ff', 0.5)
    context.lineWidth = Math.max(0.8, unit * 0.16)
    context.beginPath()
    for (let i = 0; i < 60; i++) {
      const x = box.x + random.next() * box.width
      const y = box.y + random.next() * box.height
      context.moveTo(x, y)
      context.lineTo(x - unit * 0.4, y + unit * random.between(1.2, 3))
    }
    context.stroke()
    context.fillStyle = alpha('#f4faff', 0.6)
    for (let i = 0; i < 26; i++) {
      context.beginPath()
      context.arc(
        box.x + random.next() * box.width,
        box.y + random.next() * box.height,
        unit * random.between(0.12, 0.3),
        0,
        7,
      )
      context.fill()
    }
  }
  if (falls('snow') || brief.particles.includes('snow')) {
    context.fillStyle = alpha('#ffffff', 0.9)
    for (let i = 0; i < 46; i++) {
      context.beginPath()
      context.arc(
        box.x + random.next() * box.width,
        box.y + random.next() * box.height,
        unit * random.between(0.16, 0.42),
        0,
        7,
      )
      context.fill()
    }
  }
  if (falls('fog')) {
    context.fillStyle = alpha(mix(light.haze, '#ffffff', light.dark ? 0.1 : 0.4), 0.6)
    context.fillRect(box.x, box.y, box.width, box.height)
  }
}

/** What is seen through a pane (of several, only one shows the sun or moon): the hour, the season, the weather, and the town or the country. */
export function outsideView(
  context: SKRSContext2D,
  stage: Stage,
  box: Box,
  options: { name?: string; sunny?: boolean } = {},
): void {
  const random = stage.random.fork(options.name ?? 'window')
  heaven(context, stage, box, random, options.sunny ?? true)
  landOutside(context, stage, box, random)
  weather(context, stage, box, random)
}
