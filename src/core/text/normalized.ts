// Unicode's limit for streams (Stream-Safe Text). The two letters become marks when they are normalized.
const LONG_RUN_OF_MARKS = /(?<![\p{M}\uff9e\uff9f])([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu

/**
 * The same form for text that reads the same, whatever the width of its letters and the composition of its accents. Of
 * more than 30 marks in a row, the others are dropped: normalizing sorts them in time quadratic in their number, so one
 * prompt of nothing else could hold up the process for a second.
 */
export function normalized(text: string): string {
  return text.replace(LONG_RUN_OF_MARKS, '$1').normalize('NFKC')
}
