// How good a model that enlarges is: scales a picture down to a quarter, has the running service enlarge it, and says how near
// the result is to the original (PSNR, more is nearer), beside bicubic interpolation. Writes both pictures into a folder.
//   MEDIAGEN_KEY=… npm exec -c 'node scripts/try-upscale.ts http://127.0.0.1:8080 upscale photo.png /tmp/out'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const TIMES = 4
const POLL_MS = 1_000
const [url = '', model = '', picture = '', folder = '.'] = process.argv.slice(2)
if (picture === '') throw new Error('usage: try-upscale.ts URL MODEL PICTURE [FOLDER]')
const headers = { authorization: `Bearer ${process.env['MEDIAGEN_KEY']}` }

type Size = { width: number; height: number }
type Receipt = { id: string; status: string; error: { message: string } | null; files: { url: string }[] }

const receiptOf = async (answer: Response): Promise<Receipt> => (await answer.json()) as Receipt

async function enlarged(small: Buffer): Promise<Buffer> {
  const json = { model, prompt: 'larger', image: `data:image/png;base64,${small.toString('base64')}` }
  const started = await fetch(`${url}/api/ai/images/generations`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify(json),
  })
  const id = started.headers.get('x-task-id')
  if (id === null) throw new Error(await started.text())
  for (;;) {
    const { status, error, files } = await receiptOf(await fetch(`${url}/api/ai/tasks/${id}`, { headers }))
    if (error !== null) throw new Error(error.message)
    if (status === 'success') return Buffer.from(await (await fetch(files[0]?.url ?? '', { headers })).arrayBuffer())
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

const rgb = (bytes: Buffer): Promise<Buffer> => sharp(bytes).removeAlpha().toColourspace('srgb').raw().toBuffer()

async function psnr(one: Buffer, other: Buffer): Promise<string> {
  const [a, b] = await Promise.all([rgb(one), rgb(other)])
  const squares = a.reduce((sum, value, at) => sum + (value - (b[at] ?? 0)) ** 2, 0)
  return `${(10 * Math.log10(255 ** 2 / (squares / a.length))).toFixed(2)} dB`
}

const { width, height } = await sharp(picture).metadata()
const whole: Size = { width: width - (width % TIMES), height: height - (height % TIMES) }
const original = await sharp(picture)
  .extract({ left: 0, top: 0, ...whole })
  .removeAlpha()
  .png()
  .toBuffer()
const quarter = { width: whole.width / TIMES, height: whole.height / TIMES, kernel: 'cubic' as const }
const small = await sharp(original).resize(quarter).png().toBuffer()
const bicubic = await sharp(small)
  .resize({ ...whole, kernel: 'cubic' })
  .png()
  .toBuffer()
const began = performance.now()
const neural = await enlarged(small)
const seconds = ((performance.now() - began) / 1_000).toFixed(1)
const sizes = `${quarter.width} x ${quarter.height} to ${whole.width} x ${whole.height}`
console.log(
  `${model}: ${sizes} in ${seconds} s, PSNR ${await psnr(original, neural)}; bicubic ${await psnr(original, bicubic)}`,
)
await writeFile(join(folder, `${model}.png`), neural)
await writeFile(join(folder, 'bicubic.png'), bicubic)
