/**
 * Goes on when nobody reads what we print, as in `mediagen serve | head`: a write would otherwise end the process, and
 * with it a service that others are using.
 */
export function outliveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}

const LOOK_EVERY_MS = 500

/** Resolves once the process that started this one has ended. */
export async function parentGone(): Promise<void> {
  const parent = process.ppid
  await new Promise<void>((resolve) => {
    const look = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(look)
      resolve()
    }, LOOK_EVERY_MS)
    look.unref()
  })
}
