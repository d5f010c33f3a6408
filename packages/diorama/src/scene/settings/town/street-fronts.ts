import type { Feature } from '../../../place-features.ts'
import { hasFeature } from '../../../places.ts'
import { mix } from '../../colour.ts'
import { penAt } from '../../draw/pen.ts'
import type { Part } from '../../layers.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'
import type { FrontPen } from './front-pen.ts'
import { backAlley, forum, motel, palaceTown, ruinedTown, suburb } from './lost-fronts.ts'
import { gableHouses, hutong, stackedHouses, terraceHouses, timberHouses } from './old-fronts.ts'
import { ghats } from './river-front.ts'
import { shopFront, type Display } from './shop-front.ts'
import { bazaar, brightHouses, courtyard, fountain, squareMiddle, winterHuts } from './town-fronts.ts'
import { townGround, type GroundKind } from './town-grounds.ts'
import { petrolStation, platform, platformRoof, westernTown } from './work-fronts.ts'

/** What a kind of street is known by: what stands along it, whether it hides the houses, and the ground. */
type Front = {
  feature: Feature
  ground?: GroundKind
  /** The usual houses stand behind it; otherwise it is all there is. */
  houses?: true
  draw: (pen: FrontPen) => void
  /** Drawn nearer, over what stands there. */
  over?: (pen: FrontPen) => void
}

const shop = (feature: Feature, display: Display): Front => ({
  feature,
  houses: true,
  draw: (pen) => shopFront(pen, display),
})

const FRONTS: readonly Front[] = [
  { feature: 'platform', ground: 'platform', draw: platform, over: platformRoof },
  { feature: 'petrol-station', ground: 'asphalt', draw: petrolStation },
  { feature: 'western', ground: 'dirt', draw: westernTown },
  { feature: 'bazaar', ground: 'flags', draw: bazaar },
  { feature: 'courtyard', ground: 'flags', draw: courtyard },
  { feature: 'winter-huts', ground: 'cobbles', houses: true, draw: winterHuts },
  {
    feature: 'town-square',
    ground: 'cobbles',
    draw(pen) {
      brightHouses(pen)
      squareMiddle(pen)
      if (!pen.isNamed(/fountain/)) fountain(pen, -pen.side * 34)
    },
  },
  { feature: 'ruined-town', ground: 'dirt', draw: ruinedTown },
  { feature: 'timber-houses', ground: 'cobbles', draw: timberHouses },
  { feature: 'terrace-houses', ground: 'cobbles', draw: terraceHouses },
  { feature: 'stacked-houses', ground: 'dirt', draw: stackedHouses },
  { feature: 'gable-houses', ground: 'cobbles', draw: gableHouses },
  { feature: 'palace-town', ground: 'dirt', draw: palaceTown },
  { feature: 'hutong', ground: 'flags', draw: hutong },
  { feature: 'ghats', ground: 'flags', draw: ghats },
  { feature: 'forum', ground: 'flags', draw: forum },
  { feature: 'suburb', draw: suburb },
  { feature: 'motel', ground: 'asphalt', draw: motel },
  { feature: 'alley', ground: 'cobbles', draw: backAlley },
  { feature: 'bright-houses', ground: 'cobbles', draw: brightHouses },
  { feature: 'parking', ground: 'asphalt', houses: true, draw: () => undefined },
  shop('bread-shop', 'bread'),
  shop('bloom-shop', 'flowers'),
  shop('book-shop', 'books'),
  shop('cup-shop', 'cups'),
  shop('dress-shop', 'clothes'),
  shop('bottle-shop', 'bottles'),
  shop('fruit-shop', 'fruit'),
  shop('toy-front', 'toys'),
  shop('plain-shop', 'plain'),
]

/** The front of a street that has one of its own. */
export const frontOf = ({ brief }: Stage): Front | undefined => FRONTS.find(({ feature }) => hasFeature(brief, feature))

/** Its parts: what stands behind the ground, the ground itself, and what is over them. */
export function frontParts(stage: Stage, plan: ScenePlan, front: Front, foot: number) {
  const { unit, light, width, margin } = stage
  const sheet = (name: string, depth: number, draw: (pen: FrontPen) => void): Part => ({
    kind: 'sheet',
    role: 'land',
    depth,
    bottom: foot + unit * 8,
    shadow: 1.4,
    draw(context) {
      // Lamps of their own light what people come for after dark.
      const tone = (colour: string) => {
        const lit = light.lit(colour, 0.05)
        return light.dark ? mix(lit, mix(colour, '#ffcf94', 0.25), 0.28) : lit
      }
      draw({
        ...penAt(context, { x: width / 2, foot, scale: unit, tone }),
        half: (width / 2 + margin) / unit,
        top: foot / unit,
        random: stage.random.fork(name),
        dark: light.dark,
        side: plan.focus.x > width / 2 ? -1 : 1,
        arid: hasFeature(stage.brief, 'desert') || hasFeature(stage.brief, 'canyon'),
        snowy: stage.season === 'winter',
        isNamed: (art) => stage.brief.subjects.some((subject) => art.test(subject.art)),
      })
    },
  })
  return {
    behind: sheet(front.feature, 0.7, front.draw),
    ground: front.ground && townGround(stage, foot, front.ground),
    over: front.over ? [sheet(`${front.feature}-over`, 0.93, front.over)] : [],
  }
}
