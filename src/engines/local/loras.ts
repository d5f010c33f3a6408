import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'

export type Lora = { path: string; multiplier: number }

const NAME = /^([\w. -]{1,100}?)(?::(-?\d+(?:\.\d+)?))?$/

/** LoRA files by name, such as `watercolour:0.8, film`: only existing ones, and no paths. */
export function namedLoras(
  wish: unknown,
  there: readonly { name: string; path: string }[],
): { found: Lora[] } | { problem: string } {
  if (wish === undefined || wish === null || wish === '') return { found: [] }
  if (typeof wish !== 'string') return { problem: "lora must be text such as 'watercolour:0.8, film'" }
  const found: Lora[] = []
  for (const each of wish.split(',').map((part) => part.trim())) {
    const [, name, strength = '1'] = NAME.exec(each) ?? []
    const file = there.find((one) => one.name === name)
    if (file === undefined) {
      const names = there.map((one) => one.name).join(', ')
      return { problem: `there is no LoRA '${each}'; known: ${names === '' ? 'none' : names}` }
    }
    found.push({ path: file.path, multiplier: Number(strength) })
  }
  return { found }
}

// Other formats can run code when they are read.
const SAFE: readonly string[] = ['.safetensors', '.gguf']

/** The LoRA files of the operator's folder; none if there is no folder. */
export async function lorasIn(folder: string | undefined): Promise<{ name: string; path: string }[]> {
  const files = folder === undefined ? [] : await readdir(folder).catch(() => [])
  return files
    .filter((file) => SAFE.includes(extname(file)))
    .toSorted()
    .map((file) => ({ name: file.slice(0, -extname(file).length), path: join(folder ?? '', file) }))
}

/**
 * What the library in `bare` expects for a LoRA: one absolute path. A caller's own path would let them read anywhere on
 * this machine, so only names in the operator's folder become paths.
 */
export async function loraOptions(
  wish: unknown,
  folder: string | undefined,
): Promise<{ options: Record<string, unknown> } | { problem: string }> {
  const named = namedLoras(wish, await lorasIn(folder))
  if ('problem' in named) return named
  const [first, second] = named.found
  if (first === undefined) return { options: {} }
  if (second !== undefined) return { problem: 'this model accepts one LoRA at a time; several require sd-server' }
  // The library has a field for the strength but ignores it for pictures.
  if (first.multiplier !== 1)
    return { problem: 'this model accepts a LoRA only at full strength; other strengths require sd-server' }
  return { options: { lora: first.path } }
}
