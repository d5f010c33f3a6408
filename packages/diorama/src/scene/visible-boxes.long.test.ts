import { test } from 'node:test'
import { assertNothingIsMissed } from '../../test/support/spared-sheets.ts'
import { ARCHETYPES } from '../brief.ts'

for (const archetype of ARCHETYPES) {
  test(`leaving out what cannot be seen changes no pixel of ${archetype}`, () => assertNothingIsMissed(archetype))
}
