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
