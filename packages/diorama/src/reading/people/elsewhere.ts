type Placed = { end: number; clause: number }
type Spoken = { text: string; clause: number; at?: number }

const APART =
  /^(?:\S+ ){0,6}(?:(?:behind|beside|next to|near|opposite|facing|around|in front of|hugging|carrying|watching) (?:him|her|them)|in the (?:back|background|distance|shadows?|foreground|corner))\b/

/** Nobody is behind themselves: "a singer on a stage, a drummer behind her", "a boy, a nurse in the background". */
export function isElsewhere({ end, clause }: Placed, words: readonly Spoken[]): boolean {
  const after = words.filter((word, index) => (word.at ?? index) >= end && word.clause === clause)
  return APART.test(after.map(({ text }) => text).join(' '))
}
