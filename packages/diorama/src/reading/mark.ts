/** One understood piece of a prompt: what it means and where it stands, in tokens. Strength 1 is a mere association. */
export type Mark = {
  meanings: readonly string[]
  at: number
  end: number
  clause: number
  strength: 1 | 2 | 3
  plural: boolean
  text: string
  /** What the drawing shows, where it is only near to what was meant: a bird for a kookaburra. */
  near?: string
}
