/** Tells whether a text can name kept bytes: nothing that means something in a path. */
export function isFileId(text: string): boolean {
  return /^[0-9A-Za-z]{8,64}$/.test(text)
}
