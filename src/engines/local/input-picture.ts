import type { EngineReference } from '../../ports/engine.ts'
import { writePng } from './plain-png.ts'

const READ_BY_LIBRARY: readonly string[] = ['image/png', 'image/jpeg']
// Larger ones only need more memory.
const MAX_SIDE = 4_096

/** An input picture in a format that stable-diffusion.cpp reads; others are converted to PNG. */
export async function inputPicture(reference: EngineReference): Promise<string> {
  const isRead = READ_BY_LIBRARY.includes(reference.mediaType)
  const bytes = isRead ? await reference.bytes() : await writePng(await reference.pixels(MAX_SIDE))
  return Buffer.from(bytes).toString('base64')
}

/** An input picture as plain PNG, for a driver that decodes nothing; with its size, upright. */
export async function plainPicture(
  reference: EngineReference,
): Promise<{ image: string; width: number; height: number }> {
  const pixels = await reference.pixels(MAX_SIDE)
  return { image: (await writePng(pixels)).toString('base64'), width: pixels.width, height: pixels.height }
}
