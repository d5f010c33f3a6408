import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Brief } from '../brief.ts'

export async function buildScene(_brief: Brief, o: { width: number; height: number; seed: number; seconds: number }) {
  const { width: W, height: H } = o
  return {
    ...o,
    stillAt: 1,
    drawFrame: (x: SKRSContext2D, t: number) => {
      const g = x.createLinearGradient(0, 0, 0, H)
      g.addColorStop(0, '#7ac')
      g.addColorStop(1, '#fda')
      x.fillStyle = g
      x.fillRect(0, 0, W, H)
      for (let k = 0; k < 4; k++) {
        x.fillStyle = `hsl(${(o.seed % 360) + k * 30},40%,${60 - k * 12}%)`
        x.beginPath()
        x.moveTo(0, H)
        for (let i = 0; i <= W; i += 8)
          x.lineTo(
            i,
            H * (0.4 + k / 8) + 40 * Math.sin(i * 0.01 * (k + 1) + t * (k + 1) * 0.5) + 9 * Math.sin(i * 0.13 + k),
          )
        x.lineTo(W, H)
        x.fill()
      }
      x.fillStyle = '#fff'
      for (let i = 0; i < 300; i++) {
        x.beginPath()
        x.arc((i * 97.3 + t * 40 * ((i % 3) + 1)) % W, (i * 53.7 + t * 80) % H, 2 + (i % 3), 0, 7)
        x.fill()
      }
    },
  }
}
