import type { Canvas } from '@napi-rs/canvas'
import type { Raster } from './raster.ts'
import type { LayerContext, StyleTraits } from './style.ts'

type Redraw = (raster: Raster, context: LayerContext) => Raster

/** Layers and pictures of a style that works pixel by pixel; a whole picture is treated as a subject by day, or as land. */
export function byPixel(redraw: Redraw, whole: 'subject' | 'land' = 'subject'): Pick<StyleTraits, 'layer' | 'picture'> {
  const layer = (image: Canvas, context: LayerContext): Canvas => {
    const paint = image.getContext('2d')
    const pixels = paint.getImageData(0, 0, image.width, image.height)
    const { data } = redraw(pixels, context)
    pixels.data.set(data)
    paint.putImageData(pixels, 0, 0)
    return image
  }
  return { layer, picture: redrawnAs(whole, layer) }
}

/** Redraws a whole picture as a style redraws a subject. */
export const asSubject = (layer: StyleTraits['layer']): StyleTraits['picture'] => redrawnAs('subject', layer)

function redrawnAs(role: 'subject' | 'land', layer: StyleTraits['layer']): StyleTraits['picture'] {
  const plain = { role, dark: false, key: '#ffffff', raised: false } as const
  return (image, { unit, seed }) => layer(image, { ...plain, unit, seed, openTo: image.height })
}
