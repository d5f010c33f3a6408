import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../../test/support/properties.ts'
import { AppError } from '../../../core/errors.ts'
import { inTurns } from '../read-body.ts'
import { readJsonObject, type JsonRules } from './json-body.ts'

async function* cut(bytes: Buffer, length: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length)
}

const parse = (text: string, length = 65_536): Promise<unknown> => readJsonObject(cut(Buffer.from(text), length))

/** Reads with pictures under `image`, and collects them piece by piece. */
async function readPictures(chunks: AsyncIterable<Uint8Array>): Promise<{ body: unknown; pictures: string[][] }> {
  const pictures: string[][] = []
  const take = async (pieces: AsyncIterable<string>): Promise<string> =>
    `picture ${pictures.push(await Array.fromAsync(pieces))}`
  const rules: JsonRules = { long: { mayBeLong: (name) => name === 'image', take } }
  return { body: await readJsonObject(chunks, rules), pictures }
}

for (const [name, text] of [
  ['an empty body', ''],
  ['white space', '  \n'],
  ['an array', '[{"prompt": "x"}]'],
  ['a string', '"prompt"'],
  ['a number', '17'],
  ['null', 'null'],
  ['a cut object', '{"prompt": "x"'],
  ['single quotes', "{'prompt': 'x'}"],
  ['a trailing comma', '{"prompt": "x",}'],
  ['two objects', '{} {}'],
  ['NaN', '{"seed": NaN}'],
  ['__proto__ as a name', '{"__proto__": {"admin": true}}'],
  ['__proto__ in disguise', '{"\\u005f_proto__": 1}'],
  ['__proto__ deep inside', '{"image": [{"a": {"__proto__": null}}]}'],
  ['constructor.prototype', '{"constructor": {"prototype": {"admin": true}}}'],
  ['a thousand and more values', `{"image": [${'1,'.repeat(1100)}1]}`],
  ['a million brackets', '['.repeat(1_000_000)],
] as const) {
  test(`${name} is invalid_json with a message that repeats nothing of the body`, async () => {
    for (const length of [65_536, 1]) {
      await assert.rejects(
        parse(text.slice(0, length === 1 ? 5_000 : undefined), length),
        (error) => error instanceof AppError && error.code === 'invalid_json' && !error.message.includes('admin'),
      )
    }
  })
}

test('bytes that are not UTF-8 are invalid_json, wherever they are', async () => {
  for (const hex of [
    '7b2261223a22ff227d',
    '7b22ff223a317d',
    '7b22696d616765223a22ff227d',
    '7bff7d',
    '7b2261223a22c3227d',
  ]) {
    await assert.rejects(readPictures(cut(Buffer.from(hex, 'hex'), 3)), { code: 'invalid_json' }, hex)
  }
})

test('a name that is given twice is refused at any depth and in any spelling', async () => {
  for (const text of ['{"a": 1, "a": 2}', '{"b": {"a": 1, "\\u0061": 2}}', '{"image": "x", "a": [], "image": "y"}']) {
    await assert.rejects(parse(text), { code: 'invalid_parameter' }, text)
    await assert.rejects(readPictures(cut(Buffer.from(text), 2)), { code: 'invalid_parameter' }, text)
  }
  assert.deepEqual(await parse('{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]}'), { a: { a: 1 }, b: [{ a: 1 }, { a: 2 }] })
})

test('a byte order mark and a harmless constructor are fine', async () => {
  assert.deepEqual(await parse('\ufeff{"a": 1}'), { a: 1 })
  assert.deepEqual(await parse('{"constructor": "x"}'), { constructor: 'x' })
})

test('texts may hold any brackets and quotes', async () => {
  const odd = { prompt: `${'[{,:'.repeat(2000)}\\"\\\\` }
  assert.deepEqual(await parse(JSON.stringify(odd)), odd)
})

test('any document means the same, wherever it is cut on its way', async () => {
  const value = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' })
  const body = fc.dictionary(fc.string({ minLength: 1 }), value, { maxKeys: 5 })
  await fc.assert(
    fc.asyncProperty(body, fc.integer({ min: 1, max: 9 }), async (given, length) => {
      const text = JSON.stringify(given)
      fc.pre(!text.includes('__proto__') && !text.includes('constructor'))
      assert.deepEqual(await parse(text, length), JSON.parse(text))
      const { body: seen, pictures } = await readPictures(cut(Buffer.from(`{"image":${text},"z":1}`), length))
      const whole = JSON.stringify(seen).replaceAll(/"picture (\d+)"/g, (_, n) =>
        JSON.stringify(pictures[n - 1]?.join('')),
      )
      assert.deepEqual(JSON.parse(whole), { image: JSON.parse(text), z: 1 })
    }),
  )
})

const outcomeOf = (reading: Promise<unknown>): Promise<unknown> =>
  reading.catch((error: unknown) => (error instanceof AppError ? [error.code, error.param] : error))

test('a body in one piece means the same as one that comes byte by byte, or is refused for the same reason', async () => {
  const value = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' })
  const name = fc.oneof(fc.constantFrom('a', '\\u0061', '__proto__', 'constructor', 'image', '"', '\\\\'), fc.string())
  const member = fc.tuple(name, value).map(([key, inner]) => {
    const escaped = /^[a-z_]+$|^\\u0061$/.test(key) ? `"${key}"` : JSON.stringify(key)
    return `${escaped}: ${JSON.stringify(inner)}`
  })
  const whole = fc.array(member, { maxLength: 6 }).map((members) => `{${members.join(', ')}}`)
  const broken = fc
    .tuple(whole, fc.nat(), fc.constantFrom('', '"', '\\', '}', ',', '{', '\u0000'))
    .map(([text, at, put]) => {
      const place = at % (text.length + 1)
      return text.slice(0, place) + put + text.slice(place + 1)
    })
  let plain = 0
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        whole,
        broken,
        value.map((each) => JSON.stringify(each)),
      ),
      async (text) => {
        const bytes = Buffer.from(text)
        const whole = await outcomeOf(readJsonObject(cut(bytes, 65_536)))
        if (!Array.isArray(whole)) plain++
        assert.deepEqual(await outcomeOf(readJsonObject(cut(bytes, 1))), whole)
      },
    ),
    // The example: a mistake in a text, and behind it a name given twice.
    { numRuns: 500, examples: [['{"a": [], " ": ["\u0000"], "a": 1}']] },
  )
  assert.ok(plain > 100, `${plain} were taken`)
})

test('a picture passes in small pieces, with a turn of the event loop after each, and is never whole', async () => {
  const long = `data:image/png;base64,${'A\\/'.repeat(2_000_000)}`
  const body = Buffer.from(`{"image": ["${long}", "b"], "prompt": "x"}`)
  let turns = 0
  const count = (): void => void (turns++, (ticking = setImmediate(count)))
  let ticking = setImmediate(count)
  const { body: seen, pictures } = await readPictures(inTurns(body))
  clearImmediate(ticking)
  assert.deepEqual(seen, { image: ['picture 1', 'picture 2'], prompt: 'x' })
  assert.ok(pictures[0]?.every((piece) => piece.length <= 65_536))
  assert.equal(pictures[0]?.join(''), long.replaceAll('\\/', '/'))
  assert.ok(turns >= body.length / 65_536 - 1, `${turns} turns`)
})

test('the place of a mistake is told as in the whole body, pictures included', async () => {
  const text = `{"image": "${'A'.repeat(100_000)}", "prompt": "x" oops}`
  await assert.rejects(readPictures(cut(Buffer.from(text), 999)), {
    message: new RegExp(`character ${text.indexOf('oops')}`),
  })
})

const MIB = 2 ** 20
for (const [name, head, filler] of [
  ['spaces', '{', ' '],
  ['quotes in a prompt', '{"prompt": "', '\\"'],
  ['quotes', '{', '"'],
  ['digits', '{"seed": ', '1'],
  ['open brackets', '{"image": ', '['],
  ['open objects', '', '{"a":'],
  ['names', '{', '"a":1,'],
  ['one endless name', '{"', 'a'],
  ['backslashes', '{"prompt": "', '\\\\'],
] as const) {
  test(`64 MiB of ${name} are refused after less than one`, async () => {
    const chunk = Buffer.from(filler.repeat(Math.ceil(65_536 / filler.length)))
    let bytes = 0
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(head)
      for (; bytes < 64 * MIB; bytes += chunk.length) yield chunk
    }
    await assert.rejects(readPictures(endless()), (error) => error instanceof AppError)
    assert.ok(bytes < MIB, `${bytes} bytes were read`)
  })
}
