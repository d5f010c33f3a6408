/** What is read from bytes that may end too early; nothing where they do. */
export function readOrNothing<T>(read: () => T | undefined): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
