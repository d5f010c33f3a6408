import type { Sheet } from '../../layers.ts'
import type { Stage } from '../../stage.ts'
import { reach } from '../reach.ts'
import { polygon } from '../shapes.ts'

/** Small houses with lit windows among the hills; larger where they are all there is to see. */
export function village(stage: Stage, line: (x: number) => number, size: number): Sheet['draw'] {
  return (context) => {
    const { light } = stage
    const unit = stage.unit * size
    const random = stage.random.fork('village')
    const { from, to } = reach(stage)
    for (let x = from + unit * 6; x < to; x += unit * random.between(9, 17)) {
      const wide = unit * random.between(4.4, 6.4)
      const tall = unit * random.between(3, 4.4)
      const foot = line(x) + unit * 1.4
      context.fillStyle = light.lit(random.pick(['#f2e4cc', '#e8cfae', '#dfe3df', '#f0d4c4']), 0.2)
      context.fillRect(x - wide / 2, foot - tall, wide, tall)
      const tiles = random.pick(['#b5573f', '#8a4a3c', '#5f6f7f'])
      context.fillStyle = light.lit(stage.season === 'winter' ? '#f4f8fc' : tiles, 0.2)
      polygon(context, [
        { x: x - wide * 0.62, y: foot - tall },
        { x, y: foot - tall - wide * 0.5 },
        { x: x + wide * 0.62, y: foot - tall },
      ])
      context.fill()
      context.fillStyle = light.dark ? '#ffd98a' : light.lit('#7f9fb5', 0.2)
      for (const aside of [-0.3, 0.12]) {
        const pane = { x: x + wide * aside, y: foot - tall * 0.7, width: wide * 0.2, height: tall * 0.32 }
        context.fillRect(pane.x, pane.y, pane.width, pane.height)
        if (light.dark) stage.windows.push({ ...pane, depth: 0.4 })
      }
    }
  }
}
