/** What is known of one request to a provider, as it went over the wire. */
export type Fact = {
  /** False only when not one byte can have arrived. */
  sent: boolean
  /** Absent when no whole answer came. */
  status?: number
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Set when an answer came that is larger than anything we take: asking again would bring the same. */
  tooLarge?: boolean
}
