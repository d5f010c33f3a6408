import { createCanvas, loadImage, type Canvas } from '@napi-rs/canvas'
import { artSvg, drawingOf } from '../../art.ts'

/** Draws a piece of art, cut to what is painted of it, in exactly this many pixels. */
export async function renderArt(art: string, width: number, height: number): Promise<Canvas> {
  const box = drawingOf(art)?.box ?? { x: 0, y: 0, width: 128, height: 128 }
  const w = Math.max(2, Math.round(width))
  const h = Math.max(2, Math.round(height))
  // The drawing is rasterised in the size its document names, so that size must be the one that is needed.
  const svg = artSvg(art).replace(
    /<svg ([^>]*?)width="128" height="128" viewBox="0 0 128 128">/,
    `<svg $1width="${w}" height="${h}" viewBox="${box.x} ${box.y} ${box.width} ${box.height}" preserveAspectRatio="none">`,
  )
  const image = await loadImage(Buffer.from(svg))
  const canvas = createCanvas(w, h)
  canvas.getContext('2d').drawImage(image, 0, 0, w, h)
  return canvas
}
