/** A form of so many small parts, written by hand; cut, it lacks its end. */
export function manyPartsOf(count: number, { isCut = false } = {}): { body: string; headers: Record<string, string> } {
  const part = (n: number): string => `--b\r\ncontent-disposition: form-data; name="x${n}"\r\n\r\ny\r\n`
  const parts = Array.from({ length: count }, (_, n) => part(n)).join('')
  return { body: isCut ? parts : `${parts}--b--\r\n`, headers: { 'content-type': 'multipart/form-data; boundary=b' } }
}
