import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pictureProtocol, pictureText } from './preview.ts'
import { duration, openProgressLine, progressText } from './progress-line.ts'
import { cutText, showable, textWidth } from './text-width.ts'

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

test('a picture goes to kitty in pieces that it takes, and what it cannot read does not go there', () => {
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(10_000, 7)])
  const text = pictureText('kitty', png) ?? ''
  // Each piece is ESC _G control ; data ESC \\
  const pieces = [...text.replaceAll('\u001b', '¤').matchAll(/¤_G([^;]*);([^¤]*)¤\\/g)]
  assert.equal(pieces.length, 4)
  assert.ok(pieces.every(([, , data = '']) => data.length <= 4096))
  assert.deepEqual(
    pieces.map(([, control = '']) => control.at(-1)),
    ['1', '1', '1', '0'],
  )
  assert.deepEqual(Buffer.from(pieces.map(([, , data]) => data).join(''), 'base64'), png)
  assert.equal(pictureText('kitty', Buffer.from('JPEG')), undefined)
  assert.match(pictureText('iterm', Buffer.from('JPEG')) ?? '', /1337;File=inline=1;size=4;height=16:SlBFRw==/)
})
