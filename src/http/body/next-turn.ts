// Each goes on for about a millisecond. Any number of bodies at once then still leaves everybody else their turn.
const AT_A_TIME = 2

const waiting: (() => void)[] = []

/** Resolves in a later turn of the event loop; of all who wait, only a few go on in each. First come, first served. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(letSomeGoOn)
  })
}

function letSomeGoOn(): void {
  const first = waiting.splice(0, AT_A_TIME)
  if (waiting.length > 0) setImmediate(letSomeGoOn)
  for (const goOn of first) goOn()
}
