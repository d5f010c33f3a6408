import assert from 'node:assert/strict'
import { test } from 'node:test'
import { animatedPng, pngChunk } from '../../../test/support/hostile-pictures.ts'
import { isAnimation, sniffMediaType } from './media-type.ts'

test('a type is told from the first bytes, and text, HTML and SVG are no type at all', () => {
  const from = (text: string): string | undefined => sniffMediaType(Buffer.from(text, 'latin1'))?.mediaType
  assert.equal(from('\x89PNG\r\n\x1a\n'), 'image/png')
  assert.equal(from('\xff\xd8\xff\xe0'), 'image/jpeg')
  assert.equal(from('GIF89a'), 'image/gif')
  assert.equal(from('RIFF\0\0\0\0WEBPVP8 '), 'image/webp')
  assert.equal(from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf'), 'image/avif')
  assert.equal(from('\0\0\0\x1cftypmif1\0\0\0\0avifmif1miaf'), 'image/avif')
  assert.equal(from('\0\0\0\x20ftypisom\0\0\0\0isomiso2avc1mp41'), 'video/mp4')
  assert.equal(from('\x1a\x45\xdf\xa3'), 'video/webm')
  for (const text of [
    '',
    'GIF',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<!doctype html>',
    '%PDF-1.7',
    'RIFF\0\0\0\0WAVE',
  ]) {
    assert.equal(from(text), undefined, text)
  }
})

test('an animation is told by its head, and a picture that hides behind endless chunks counts as one', () => {
  const head = animatedPng(2).subarray(0, 33)
  const [empty, data] = [pngChunk('prVt', Buffer.alloc(0)), pngChunk('IDAT', Buffer.alloc(9))]
  const png = (chunks: number, ...rest: Buffer[]): boolean =>
    isAnimation(Buffer.concat([head, ...Array.from({ length: chunks }, () => empty), ...rest]))
  assert.deepEqual([isAnimation(animatedPng(2)), png(0, data), png(900, data), png(900)], [true, false, false, false])
  assert.equal(png(2_000, data), true)
  assert.equal(png(900, pngChunk('acTL', Buffer.alloc(8)), data), true)
})
