import { createCanvas, loadImage } from '@napi-rs/canvas'
import sharp from 'sharp'
import { artSvg, type Drawing } from '../../src/art.ts'
import { isBoxOf, outlineOf, paintedBox } from '../../../../tools/diorama-data/painted-box.ts'
import { pictureDifference, type SmallPicture } from './picture-difference.ts'

// Of 2,706 drawings that are right none is further apart than 12.1 but the one below; a mermaid without hair is at 255.
export const MOST_DIFFERENCE = 16
// Its wings end in a gradient whose focus lies on the rim: there the two renderers differ by design.
const RENDERERS_DIFFER = new Set(['mosquito'])

async function asScenesDraw(svg: string): Promise<SmallPicture> {
  const context = createCanvas(128, 128).getContext('2d')
  context.drawImage(await loadImage(Buffer.from(svg)), 0, 0, 128, 128)
  return context.getImageData(0, 0, 128, 128).data
}

// A renderer with no code in common with ours (librsvg): what one leaves out in silence, the other shows.
function asOthersDraw(svg: string): Promise<SmallPicture> {
  return sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer()
}

/** How far a drawing is from what an independent renderer makes of it. */
export async function difference(svg: string, drawn = svg): Promise<number> {
  const [ours, theirs] = await Promise.all([asScenesDraw(drawn), asOthersDraw(svg)])
  return pictureDifference(ours, theirs)
}

/** The drawings that do not fill their box in the catalogue. */
export async function wrongBoxes(drawings: readonly Drawing[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { id, box } of drawings) {
    const outline = await outlineOf(artSvg(id))
    if (!isBoxOf(outline, [box.x, box.y, box.width, box.height])) wrong.push(`${id}: ${paintedBox(outline)?.join(' ')}`)
  }
  return wrong
}

/** The drawings that an independent renderer paints otherwise: a part of them is missing. */
export async function wronglyPainted(drawings: readonly Drawing[]): Promise<string[]> {
  const wrong: string[] = []
  // A skin tone is its base in other colours; those made of referred parts are looked at too.
  const ids = drawings.flatMap(({ id, tones }) => [id, ...tones.filter((tone) => artSvg(tone).includes('<use'))])
  for (const id of ids.filter((name) => !RENDERERS_DIFFER.has(name))) {
    const apart = await difference(artSvg(id))
    if (apart > MOST_DIFFERENCE) wrong.push(`${id}: ${apart.toFixed(1)}`)
  }
  return wrong
}
