import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'

type Pixels = { width: number; height: number; rgba: Uint8Array }

/** A picture drawn for a test. */
export function drawn(width: number, height: number, draw: (context: SKRSContext2D) => void): Pixels {
  const canvas = createCanvas(width, height)
  draw(canvas.getContext('2d'))
  return { width, height, rgba: new Uint8Array(canvas.data()) }
}

/** A sky, hills and a red ball on a meadow, moved sideways by `shift` pixels. */
export function meadow(width: number, height: number, shift = 0): Pixels {
  return drawn(width, height, (context) => {
    const sky = context.createLinearGradient(0, 0, 0, height)
    sky.addColorStop(0, '#5a8fd0')
    sky.addColorStop(1, '#f6d8b0')
    context.fillStyle = sky
    context.fillRect(0, 0, width, height)
    for (const [index, colour] of ['#7a9a80', '#4f7a52', '#2f5a3a'].entries()) {
      context.fillStyle = colour
      context.beginPath()
      context.moveTo(0, height)
      for (let x = 0; x <= width; x += 4) {
        const wave =
          Math.sin(((x - shift) / width) * (5 + index * 3) + index) + 0.3 * Math.sin(((x - shift) / width) * 31)
        context.lineTo(x, height * (0.5 + index * 0.15) + wave * height * 0.05)
      }
      context.lineTo(width, height)
      context.fill()
    }
    context.fillStyle = '#d84030'
    context.beginPath()
    context.arc(width * 0.45 + shift, height * 0.62, height * 0.14, 0, 2 * Math.PI)
    context.fill()
    context.fillStyle = '#fff4e0'
    context.fillRect(width * 0.43 + shift, height * 0.55, width * 0.03, height * 0.1)
  })
}

/** A night street of lit windows: nothing in common with the meadow. */
export function street(width: number, height: number): Pixels {
  return drawn(width, height, (context) => {
    context.fillStyle = '#20184a'
    context.fillRect(0, 0, width, height)
    for (let house = 0; house < 9; house++) {
      const left = (house * width) / 9
      const top = height * (0.2 + ((house * 37) % 40) / 100)
      context.fillStyle = house % 2 === 0 ? '#382a6a' : '#2c3670'
      context.fillRect(left, top, width / 9 - 4, height)
      context.fillStyle = '#ffd88a'
      for (let y = top + 8; y < height - 16; y += 22)
        for (let x = left + 6; x < left + width / 9 - 16; x += 16)
          if ((x * 7 + y * 3) % 5 > 2) context.fillRect(x, y, 8, 12)
    }
  })
}
