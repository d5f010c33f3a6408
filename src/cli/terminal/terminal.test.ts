import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { smallPicture } from '../small-picture.ts'
import { itermText, kittyText, pictureProtocol, shownSide } from './preview.ts'
import { duration, openProgressLine, progressText } from './progress-line.ts'
import { cutText, showable, textWidth } from './text-width.ts'
import { wrapPage, wrapText } from './wrap-text.ts'

test('letters of two columns, joined emoji and marks without width are counted as terminals draw them', () => {
  for (const [text, width] of [
    ['fox', 3],
    ['狐狸', 4],
    ['🦊', 2],
    ['👩‍🚀', 2],
    ['e\u0301', 1],
    ['', 0],
  ] as const)
    assert.equal(textWidth(text), width, text)
  assert.equal(cutText('狐狸狐狸', 5), '狐狸…')
  assert.equal(cutText('fox', 3), 'fox')
})

test('what others wrote cannot act on a terminal', () => {
  assert.equal(showable('a\u001b[2Jb\u202ec\nd'), 'a\\u001b[2Jb\\u202ec d')
})

test('long words of a page go on below themselves, and nothing is broken inside of a word that fits', () => {
  const page = '  mediagen tasks     list your tasks, newest first\n  short\n'
  assert.equal(wrapPage(page, 80), page)
  assert.equal(
    wrapPage(page, 45),
    '  mediagen tasks     list your tasks, newest\n                     first\n  short\n',
  )
  assert.equal(
    wrapText('There is no image model. Known: diorama', { columns: 24 }),
    'There is no image model.\nKnown: diorama',
  )
  for (const columns of [30, 40, 60])
    for (const line of wrapPage(page, columns).split('\n')) assert.ok(textWidth(line) <= columns, line)
})

test('the line of progress fits into every window and never reaches its last column', () => {
  const moment = { words: 'waiting behind 3', part: 0.42, ms: 18_400, frame: 0 }
  assert.equal(progressText({ ...moment, columns: 80 }), '⠋ ███████░░░░░░░░░ 42 %  18 s  waiting behind 3')
  assert.equal(progressText({ ...moment, columns: 40 }), '⠋ 42 %  18 s  waiting behind 3')
  for (const columns of [1, 5, 20, 30])
    assert.ok(textWidth(progressText({ ...moment, columns })) < Math.max(columns, 2))
  assert.equal(progressText({ ...moment, part: undefined, columns: 80 }), '⠋ 18 s  waiting behind 3')
  assert.deepEqual([duration(59_999), duration(61_000), duration(3_700_000)], ['59 s', '1 min 1 s', '1 h 1 min'])
})

test('the line is drawn over itself, taken away at the end, and never written where nobody looks', () => {
  const written: string[] = []
  const options = { write: (text: string) => void written.push(text), columns: () => 80, elapsedMs: () => 0 }
  const line = openProgressLine({ ...options, isLive: true })
  line.show('making it', 0.5)
  // What comes between two frames is not worth a line each: a fast download tells of every piece.
  for (let piece = 0; piece < 100; piece++) line.show('making it', 0.6)
  assert.equal(written.length, 1)
  line.clear()
  assert.ok(written[0]?.startsWith('\r\u001b[K⠙ ████████░░░░░░░░ 50 %'), written.join(''))
  assert.equal(written.at(-1), '\r\u001b[K')
  written.length = 0
  const silent = openProgressLine({ ...options, isLive: false })
  silent.show('making it', 0.5)
  silent.clear()
  assert.deepEqual(written, [])
})

test('pictures are shown only by terminals that are known to show them, and not through what would swallow them', () => {
  assert.equal(pictureProtocol({ TERM: 'xterm-kitty' }), 'kitty')
  assert.equal(pictureProtocol({ TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }), 'iterm')
  assert.equal(pictureProtocol({ TERM: 'xterm-ghostty', TERM_PROGRAM: 'ghostty' }), 'kitty')
  assert.equal(pictureProtocol({ TERM: 'xterm-256color' }), undefined)
  assert.equal(pictureProtocol({ TERM: 'tmux-256color', TERM_PROGRAM: 'iTerm.app' }), undefined)
  assert.equal(pictureProtocol({ TERM: 'xterm-kitty', TMUX: '/x' }), undefined)
})

test('pixels go to kitty in pieces that it takes', () => {
  // Noise, which no compression makes small.
  const rgba = new Uint8Array(randomBytes(60 * 40 * 4))
  const text = kittyText({ width: 60, height: 40, rgba })
  // Each piece is ESC _G control ; data ESC \\
  const pieces = [...text.replaceAll('\u001b', '¤').matchAll(/¤_G([^;]*);([^¤]*)¤\\/g)]
  assert.ok(pieces.length > 1)
  assert.ok(pieces.every(([, , data = '']) => data.length <= 4096))
  assert.equal(pieces[0]?.[1], 'a=T,f=32,o=z,s=60,v=40,m=1')
  assert.deepEqual(
    pieces.slice(1).map(([, control]) => control),
    pieces.slice(1).map((_, index, all) => (index < all.length - 1 ? 'm=1' : 'm=0')),
  )
  const sent = Buffer.from(pieces.map(([, , data]) => data).join(''), 'base64')
  assert.deepEqual(new Uint8Array(inflateSync(sent)), rgba)
})

test('a picture keeps its shape and fits into the window, whatever its shape and however narrow the window', () => {
  assert.equal(shownSide({ width: 1024, height: 576 }, 80), 640)
  assert.equal(shownSide({ width: 1024, height: 576 }, 40), 320)
  assert.equal(shownSide({ width: 1080, height: 1920 }, 80), 384)
  assert.equal(shownSide({ width: 64, height: 64 }, 80), 64)
  const jpeg = Buffer.from('JPEG')
  const place = { width: 1024, height: 576 }
  assert.match(itermText(jpeg, place, 80), /1337;File=inline=1;size=4;height=16;preserveAspectRatio=1:SlBFRw==/)
  assert.match(itermText(jpeg, place, 40), /;size=4;width=39;preserveAspectRatio=1:/)
})

test('a picture of every form is made small apart, and what is no picture is not shown', async () => {
  const jpeg = readFileSync(join(import.meta.dirname, '../../../docs/pictures/fox.jpg'))
  const { width, height, rgba } = (await smallPicture(jpeg, 320)) ?? assert.fail('not decoded')
  assert.equal(width, 320)
  assert.equal(rgba.length, width * height * 4)
  assert.equal(await smallPicture(Buffer.from('no picture'), 320), undefined)
})
