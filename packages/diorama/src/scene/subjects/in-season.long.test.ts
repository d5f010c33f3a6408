import assert from 'node:assert/strict'
import test from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { readPrompt } from '../../reading/read-prompt.ts'
import { inSeason, layOnSnow } from './in-season.ts'

const treeIn = (prompt: string) => {
  const { subjects, script } = inSeason(readPrompt(prompt, 1))
  return (script?.entities ?? subjects).find(({ art }) => art.endsWith('-tree'))
}

test('a tree is bare in winter and turned in autumn, also where somebody sits under it', () => {
  assert.equal(treeIn('a lonely tree in winter')?.art, 'leafless-tree')
  assert.equal(treeIn('a man sitting under a tree in winter')?.art, 'leafless-tree')
  assert.match(treeIn('ein Mann sitzt unter einem Baum im Herbst')?.colour ?? '', /^#/)
  assert.equal(treeIn('a tree in summer')?.art, 'deciduous-tree')
})

test('a tree of a named colour keeps its leaves, and a conifer its needles', () => {
  assert.equal(treeIn('a red tree in winter')?.art, 'deciduous-tree')
  assert.equal(treeIn('a pine tree in winter')?.art, 'evergreen-tree')
})

test('snow lies on what is open to the sky, and not below it', () => {
  const picture = createCanvas(40, 100)
  const context = picture.getContext('2d')
  context.fillStyle = '#0a7a2a'
  context.fillRect(0, 20, 40, 60)
  layOnSnow(picture)
  assert.ok((context.getImageData(20, 20, 1, 1).data[0] ?? 0) > 230)
  assert.ok((context.getImageData(20, 60, 1, 1).data[0] ?? 0) < 60)
  assert.equal(context.getImageData(20, 10, 1, 1).data[3], 0)
})
