import { after } from 'node:test'

type Ending = () => Promise<unknown>

const ofFile: Ending[] = []
let endings = ofFile

// Made here, with the file that imports it: a hook that is made in a test runs at the end of that test, and those after it would
// share what is closed.
after(() => endAll(ofFile))

async function endAll(gathered: readonly Ending[]): Promise<void> {
  for (const end of gathered.toReversed()) await end()
}

/** Says that this process runs many test files, one after the other: what they share ends with the last of them. */
export function sharesProcess(): () => Promise<void> {
  const gathered: Ending[] = []
  endings = gathered
  return () => endAll(gathered)
}

/** Runs after the last test file of this process. A hook of a module that several files import belongs to the first of them. */
export function atProcessEnd(end: Ending): void {
  endings.push(end)
}
