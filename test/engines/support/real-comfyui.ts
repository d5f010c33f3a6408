// needs: comfyuis
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { atEnd, temporaryFolder } from '../../support/at-end.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort } from '../../support/free-port.ts'

const run = promisify(execFile)
const HOME = process.env['COMFYUI_HOME'] ?? ''
const PYTHON = join(HOME, 'venv/bin/python')

/** Random numbers in the layout of a small decoder, one file for each name. */
const WEIGHTS = `
import sys
names, sys.argv = sys.argv[1:], ['weights', '--cpu']
import comfy.options
comfy.options.enable_args_parsing()
import safetensors.torch, torch
from comfy.taesd.taesd import TAESD
for seed, name in enumerate(names):
    torch.manual_seed(seed)
    decoder = TAESD()
    for tensor in decoder.parameters():
        torch.nn.init.normal_(tensor, std=0.02)
    safetensors.torch.save_file(decoder.state_dict(), name)
`

/** Large weights and a long sampling in seconds, on a machine that has neither: other weights take three, a picture two. */
const NODES = `
import time
class SlowWeights:
    INPUT_TYPES = classmethod(lambda cls: {'required': {'vae': ('VAE',)}})
    RETURN_TYPES, FUNCTION, CATEGORY = ('VAE',), 'work', 'test'
    def work(self, vae):
        time.sleep(3)
        return (vae,)
class SlowSampler:
    INPUT_TYPES = classmethod(lambda cls: {'required': {'latent': ('LATENT',), 'text': ('STRING',)}})
    RETURN_TYPES, FUNCTION, CATEGORY = ('LATENT',), 'work', 'test'
    def work(self, latent, text):
        time.sleep(2)
        return (latent,)
NODE_CLASS_MAPPINGS = {'SlowWeights': SlowWeights, 'SlowSampler': SlowSampler}
`

/** Decodes noise with the weights of this name. */
export function graphWith(weights: string): object {
  return {
    mediagen: { kind: 'image' },
    1: { class_type: 'VAELoader', inputs: { vae_name: `${weights}.safetensors` } },
    2: { class_type: 'SlowWeights', inputs: { vae: ['1', 0] } },
    3: { class_type: 'EmptyLatentImage', inputs: { width: 64, height: 64, batch_size: 1 } },
    4: { class_type: 'SlowSampler', inputs: { latent: ['3', 0], text: '{{prompt}}' } },
    5: { class_type: 'VAEDecode', inputs: { samples: ['4', 0], vae: ['2', 0] } },
    6: { class_type: 'SaveImage', inputs: { images: ['5', 0], filename_prefix: 'mediagen' } },
  }
}

export type RealComfyUi = {
  url: string
  /** Ends it as a power cut would. */
  kill(): Promise<void>
}

/** So many servers of the ComfyUI in COMFYUI_HOME, on the CPU, with random weights of these names. */
export async function openRealComfyUis(t: TestContext, count: number, weights: string[]): Promise<RealComfyUi[]> {
  const folder = await temporaryFolder(t)
  for (const part of ['models/vae', 'custom_nodes']) await mkdir(join(folder, part), { recursive: true })
  await writeFile(join(folder, 'custom_nodes/slow.py'), NODES)
  const files = weights.map((name) => join(folder, 'models/vae', `${name}.safetensors`))
  await run(PYTHON, ['-c', WEIGHTS, ...files], { cwd: HOME })
  const open = async (n: number): Promise<RealComfyUi> => {
    const base = join(folder, `server-${n}`)
    await mkdir(join(base, 'user'), { recursive: true })
    for (const part of ['models', 'custom_nodes']) await symlink(join(folder, part), join(base, part))
    const port = await freePort()
    const args = [`--base-directory=${base}`, `--database-url=sqlite:///${join(base, 'user/comfyui.db')}`]
    const listen = ['--listen=127.0.0.1', `--port=${port}`]
    const child = spawn(PYTHON, ['main.py', '--cpu', '--disable-api-nodes', ...args, ...listen], {
      cwd: HOME,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const closed = once(child, 'close')
    const kill = async (): Promise<void> => {
      child.kill('SIGKILL')
      await closed
    }
    atEnd(t, kill)
    const url = `http://127.0.0.1:${port}`
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(output)
      return fetch(`${url}/system_stats`).then(
        ({ ok }) => ok || undefined,
        () => undefined,
      )
    })
    return { url, kill }
  }
  return Promise.all(Array.from({ length: count }, (_, n) => open(n)))
}
