import test from 'node:test'
import { assertDrawnWhole, FIGURES } from '../../../test/support/rig-checks.ts'
import { POSTURES } from '../../brief.ts'

for (const subject of FIGURES) {
  test(`a ${subject.label} is drawn in every posture, in one piece, and nothing of it is cut off`, async () => {
    for (const posture of POSTURES) await assertDrawnWhole(subject, posture)
  })
}
