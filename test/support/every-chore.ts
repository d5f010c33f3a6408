import { CHORES, tidyUp, type TidyUpDeps } from '../../src/actions/chores/tidy-up.ts'

/** Does every chore that is due, one after the other, as the janitor does them side by side. */
export async function dueChores(deps: TidyUpDeps): Promise<void> {
  for (const chore of CHORES) await tidyUp(deps, chore, new AbortController().signal)
}

/** Tidies up as the janitor does, whenever each chore was done last, in any process. */
export async function everyChore(deps: TidyUpDeps): Promise<void> {
  const { store } = deps
  await dueChores({ ...deps, store: { ...store, chores: { ...store.chores, take: async () => true } } })
}
