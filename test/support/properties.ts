import fc from 'fast-check'
import { IS_LONG } from './long.ts'

// The short run draws the same cases every time, so that it is red for a change and never by luck; the long run draws
// new ones.
if (!IS_LONG) fc.configureGlobal({ seed: 20_261_118 })

export { fc }
