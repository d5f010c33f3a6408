import type { Clock } from '../ports/runtime.ts'

// Nobody who reads a log notices it, and a machine under load writes hundreds of lines in that time.
const GATHER_MS = 5
// A pipe takes 64 KiB before its writer has to wait.
const MOST_CHARACTERS = 16 * 1024

type Gathering = { clock: Clock; write: (text: string) => void }

/** Lines on their way out. */
export type GatheredLines = {
  /** The first line after a silence goes out at once, those that follow on its heels together; `urgent` waits for nothing. */
  add(line: string, urgent: boolean): void
  /** Writes what is still held, and holds nothing any more. */
  close(): void
}

/**
 * Writes lines in few pieces: a system call for each costs a busy process a third of its time. A process that ends by
 * itself, by `process.exit` or by what nobody caught writes all of them; one that is killed loses those of the last 5 ms.
 */
export function gatherLines({ clock, write }: Gathering): GatheredLines {
  let held = ''
  let gathering = false
  let closed = false

  const flush = (): void => {
    const text = held
    held = ''
    if (text !== '') write(text)
  }
  const gather = async (): Promise<void> => {
    gathering = true
    do {
      flush()
      await clock.sleep(GATHER_MS)
    } while (held !== '')
    gathering = false
  }
  process.on('exit', flush)

  return {
    add(line, urgent) {
      held += line
      if (urgent || closed || held.length >= MOST_CHARACTERS) flush()
      else if (!gathering) void gather()
    },
    close() {
      closed = true
      process.off('exit', flush)
      flush()
    },
  }
}
