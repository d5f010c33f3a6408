import { resolve } from 'node:path'

// needs: runtime

/** Where the runtime of local models is kept between the runs of tests: 180 MB that no install has to carry. */
export const RUNTIMES = resolve(import.meta.dirname, '../../node_modules/.cache/local-runtimes')
