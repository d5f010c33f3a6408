import type { Style } from '../../brief.ts'
import { adjust, brightness, hex, mix, type Colour } from '../colour.ts'

function grey(colour: Colour): Colour {
  const level = brightness(colour) * 255
  return hex([level, level, level])
}

/** A colour as things that are drawn in every frame should have it, to go with the styled layers. */
export function liveColour(style: Style, colour: Colour): Colour {
  switch (style) {
    case 'ink':
      return mix(mix(grey(colour), '#1c1e2a', 0.35), colour, 0.16)
    case 'line':
      return mix(mix(grey(colour), '#26283a', 0.45), colour, 0.12)
    case 'neon':
      return adjust(mix(colour, '#7a5cff', 0.25), { saturate: 1.5 })
    case 'vintage':
      return mix(colour, '#d89a5a', 0.3)
    case 'pastel':
    case 'watercolour':
      return mix(colour, '#ffffff', 0.25)
    case 'papercut':
    case 'oil':
    case 'pixel':
      return colour
  }
}
