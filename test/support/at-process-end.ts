import { after } from 'node:test'

type Ending = () => Promise<unknown>

let endings: Ending[] | undefined

/** Says that this process runs many test files, one after the other: what they share ends with the last of them. */
export function sharesProcess(): () => Promise<void> {
  const gathered: Ending[] = []
  endings = gathered
  return async () => {
    for (const end of gathered.toReversed()) await end()
  }
}

/** Runs after the last test file of this process. A hook of a module that several files import belongs to the first of them. */
export function atProcessEnd(end: Ending): void {
  if (endings === undefined) after(end)
  else endings.push(end)
}
