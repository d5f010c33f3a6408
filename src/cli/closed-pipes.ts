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
