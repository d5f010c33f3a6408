import { setPriority } from 'node:os'

// Measured on two busy processors: the slowest hundredth of polls waits 8 to 24 ms with this and 22 to 41 ms without.
// Higher, and any other program on the machine would all but stop the drawing.
const NICE = 5

/** Lets the event loop go first when all processors are busy: for the thread that calls it. */
export function stepBack(): void {
  // Only on Linux has a thread a priority of its own; elsewhere this would slow the whole process down.
  if (process.platform === 'linux') attempt(0)
}

/** The same for a child process. */
export function stepBackChild(pid: number | undefined): void {
  if (pid !== undefined) attempt(pid)
}

function attempt(pid: number): void {
  try {
    setPriority(pid, NICE)
  } catch {
    // A sandbox may forbid it, and a child may be gone already, which is told elsewhere: drawing goes on either way.
  }
}
