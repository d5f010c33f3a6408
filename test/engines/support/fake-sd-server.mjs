// An sd-server that has no model, and the faults that one can have: which one is said by the name of the model's file (for
// loading) and by the prompt (for drawing). Arguments: a folder to leave traces in, then those of the real one.
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename, join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

const [folder, ...args] = process.argv.slice(2)
const valueOf = (flag) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined)
const model = basename(valueOf('--diffusion-model') ?? '', '.gguf')
appendFileSync(join(folder, 'pids'), `${process.pid}\n`)
writeFileSync(join(folder, 'environment'), JSON.stringify(process.env))
if (model !== '') appendFileSync(join(folder, 'arguments'), `${JSON.stringify(args)}\n`)

const isFirst = (name) => {
  const path = join(folder, `once-${name}`)
  if (existsSync(path)) return false
  writeFileSync(path, '')
  return true
}
const die = (words, code = 134) => void process.stderr.write(`${words}\n`, () => process.exit(code))

function png({ width, height, seed }) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  let state = seed + 1
  const noise = () => ((state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 16) & 0xff
  const rows = Buffer.from(
    Array.from({ length: (width * 3 + 1) * height }, (_, at) => (at % (width * 3 + 1) === 0 ? 0 : noise())),
  )
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]).toString('base64')
}

const done = (images) => ({ status: 'completed', result: { output_format: 'png', images } })
const picture = (asked) => done([{ index: 0, b64_json: png(asked) }])
const ends = {
  'dies once': (asked) => (isFirst('dies') ? die('GGML_ASSERT: out of bounds') : picture(asked)),
  'dies always': () => die('GGML_ASSERT: out of bounds'),
  'is killed once': (asked) => (isFirst('killed') ? process.kill(process.pid, 'SIGKILL') : picture(asked)),
  'loses its driver once': (asked) => (isFirst('driver') ? process.kill(process.ppid, 'SIGKILL') : picture(asked)),
  fails: () => ({ status: 'failed', error: { code: 'generation_failed', message: 'generate_image gave nothing' } }),
  'gives nothing': () => done([]),
  'waits to be cancelled': () => undefined,
}

const jobs = new Map()
const routes = {
  'GET /sdcpp/v1/capabilities': () => [200, { loras: [{ name: 'watercolour', path: 'watercolour.safetensors' }] }],
  'POST /sdcpp/v1/img_gen': (asked) => {
    appendFileSync(join(folder, 'asked'), `${JSON.stringify(asked)}\n`)
    if (asked.prompt === 'refuses') return [400, { error: 'bad_request', message: 'width must be a multiple of 64' }]
    const id = `job_${jobs.size}`
    jobs.set(id, asked)
    for (const step of [1, 2]) process.stdout.write(`\r  |====>   | ${step}/4 - 5.70it/s`)
    return [202, { id, kind: 'img_gen', status: 'queued', poll_url: `/sdcpp/v1/jobs/${id}` }]
  },
}

function serve() {
  const answerTo = async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    const job = jobs.get(/\/jobs\/(.+)$/.exec(request.url)?.[1])
    const answer = job === undefined ? undefined : ((ends[job.prompt] ?? picture)(job) ?? { status: 'generating' })
    const [status, json] =
      answer === undefined
        ? (routes[`${request.method} ${request.url}`]?.(text === '' ? {} : JSON.parse(text)) ?? [404, {}])
        : [200, { result: null, error: null, ...answer }]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  }
  const server = createServer((request, response) => void answerTo(request, response))
  server.listen(Number(valueOf('--listen-port')), valueOf('--listen-ip'))
}

process.stdout.write('  |==>       | 20/40 - 512.0MB/s\r')
if (model === '') die('[ERROR] init model failed', 1)
else if (model === 'damaged') die(`[ERROR] read tensor data failed: ${valueOf('--diffusion-model')}`, 1)
else serve()
