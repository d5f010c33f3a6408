type Answer = () => unknown

const answers = new Set<Answer>()

/** Runs when the runner finds that this process does nothing any more, so that the test fails where it waits. */
export function whenStuck(answer: Answer): void {
  answers.add(answer)
}

export function tellStuck(): void {
  for (const answer of answers) void answer()
}
