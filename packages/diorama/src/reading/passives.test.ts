import assert from 'node:assert/strict'
import test from 'node:test'
import { activeVoice } from './passives.ts'

const TOLD: readonly [asked: string, told: string][] = [
  ['a mouse chased by a cat in a kitchen', 'a cat chasing a mouse in a kitchen'],
  ['a boy being carried by his father on the beach', 'his father carrying a boy on the beach'],
  ['a photo of a lamb that is fed by two children, at dawn', 'a photo of two children feeding a lamb, at dawn'],
  ['a kid on a sled pulled by a big dog', 'a big dog pulling a sled with a kid on it'],
  ['a sled dragged by two dogs', 'two dogs dragging a sled'],
  ['a statue admired by an old man', 'an old man admiring a statue'],
  ['a man running down a street chased by three geese', 'a man running down a street while three geese chasing it'],
  ['a mouse drives a car, chased by a cat on skates', 'a mouse drives a car while a cat chasing it on skates'],
  ['a man on a scooter being overtaken by a lady', 'a man on a scooter following a lady'],
]

test('what is done by somebody is told by who does it', () => {
  for (const [asked, told] of TOLD) assert.equal(activeVoice(asked), told)
})

test('light, style and place are nobody who does anything', () => {
  for (const kept of ['a castle lit by a full moon', 'a cat painted by a famous artist', 'a hut surrounded by the sea'])
    assert.equal(activeVoice(kept), kept)
})
