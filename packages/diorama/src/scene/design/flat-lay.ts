import { alpha, mix, type Colour } from '../colour.ts'
import { backdrop } from '../draw/backdrop.ts'
import type { Part, Sheet } from '../layers.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { SettingOf } from '../settings/setting.ts'
import type { Stage } from '../stage.ts'

const CLOTHS = ['#e8ded0', '#dbe5e3', '#efd9d3', '#e3e1ee', '#f0e6c8'] as const

function boards(stage: Stage, tone: Colour): Sheet {
  const { width, height, unit } = stage
  const random = stage.random.fork('boards')
  return backdrop(stage, (context) => {
    const wide = unit * 15
    for (let x = -wide * 0.3, index = 0; x < width; x += wide, index++) {
      context.fillStyle = mix(tone, index % 2 === 0 ? '#ffffff' : '#2a160a', random.between(0.03, 0.12))
      context.fillRect(x, 0, wide, height)
      context.strokeStyle = alpha(mix(tone, '#2a160a', 0.6), 0.16)
      context.lineWidth = Math.max(1, unit * 0.16)
      for (let line = 0; line < 7; line++) {
        const at = x + random.between(0.08, 0.92) * wide
        context.beginPath()
        context.moveTo(at, -2)
        context.bezierCurveTo(
          at + random.between(-2, 2) * unit,
          height * 0.3,
          at + random.between(-2, 2) * unit,
          height * 0.7,
          at,
          height + 2,
        )
        context.stroke()
      }
      context.fillStyle = alpha('#1c0d05', 0.4)
      context.fillRect(x, 0, Math.max(1, unit * 0.22), height)
    }
  })
}

function cloth(stage: Stage, tone: Colour): Sheet {
  const { width, height } = stage
  return backdrop(stage, (context) => {
    context.fillStyle = tone
    context.fillRect(0, 0, width, height)
    const light = context.createLinearGradient(0, 0, width, height)
    light.addColorStop(0, alpha('#ffffff', 0.35))
    light.addColorStop(1, alpha(mix(tone, '#1a1420', 0.7), 0.22))
    context.fillStyle = light
    context.fillRect(0, 0, width, height)
  })
}

// Round plates under what is eaten and is not served already.
function plates(stage: Stage, plan: ScenePlan): Part[] {
  const SERVED =
    /pizza|board|pot|bowl|cup|beverage|glass|bottle|jar|bento|plate|steaming|stew|curry|noodle|salad|tea|soup/
  const eaten = plan.placements.filter((piece) => {
    const subject = stage.brief.subjects[piece.subject]
    return subject && /^food-(prepared|sweet|asian)/.test(subject.kind) && !SERVED.test(subject.art)
  })
  return eaten.map((piece): Part => {
    const radius = Math.max(piece.width, piece.height) * 0.66
    const [x, y] = [piece.x, piece.foot - piece.height / 2]
    return {
      kind: 'sheet',
      role: 'land',
      depth: 1,
      left: x - radius * 1.2,
      right: x + radius * 1.2,
      top: y - radius * 1.2,
      bottom: y + radius * 1.2,
      shadow: 2,
      draw(context) {
        for (const [share, tone] of [
          [1, '#ffffff'],
          [0.93, '#eef0f2'],
          [0.72, '#f9fafb'],
        ] as const) {
          context.fillStyle = tone
          context.beginPath()
          context.arc(x, y, radius * share, 0, Math.PI * 2)
          context.fill()
        }
      },
    }
  })
}

/** A table seen from straight above, with things laid out on it. */
export const flatLay: SettingOf = (stage, plan) => {
  const { brief } = stage
  const asked = brief.studio?.colour ?? brief.colours[0]
  const wooden =
    !asked && (/wood|holz|bois|madera|legno|madeira|дерев|木/iu.test(brief.prompt) || brief.archetype === 'tabletop')
  const random = stage.random.fork('flat-lay')
  const sky =
    wooden && random.chance(0.75)
      ? boards(stage, random.pick(['#b98556', '#8f623f', '#cfa376']))
      : cloth(stage, asked ?? random.pick(CLOTHS))
  return { sky, far: [], near: plates(stage, plan), front: [] }
}
