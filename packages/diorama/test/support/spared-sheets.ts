import assert from 'node:assert/strict'
import { createCanvas } from '@napi-rs/canvas'
import { ARCHETYPES, type Archetype } from '../../src/brief.ts'
import { buildScene } from '../../src/scene/build-scene.ts'
import { aBrief, aSubject } from './scene-fixtures.ts'

const CAMERAS = ['still', 'pan-left', 'pan-right', 'push-in', 'pull-out', 'orbit', 'crane'] as const

/** Fails where a scene looks otherwise when what cannot be seen of it is left out. */
export async function assertNothingIsMissed(archetype: Archetype): Promise<void> {
  const camera = CAMERAS[ARCHETYPES.indexOf(archetype) % CAMERAS.length] as (typeof CAMERAS)[number]
  const brief = aBrief({ archetype, camera, subjects: [aSubject('sailboat')], weather: ['fog'], time: 'night' })
  const options = { width: 320, height: 180, seed: 7, seconds: 4 }
  const [sparing, plain] = [await buildScene(brief, options), await buildScene(brief, { ...options, whole: true })]
  for (const second of [0, 1.37, 3.9]) {
    const [ours, whole] = [sparing, plain].map((scene) => {
      const canvas = createCanvas(options.width, options.height)
      scene.drawFrame(canvas.getContext('2d'), second)
      return canvas.data()
    })
    assert.equal(Buffer.compare(ours!, whole!), 0, `at ${second} s, ${camera}`)
  }
}
