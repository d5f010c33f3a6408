import type { Subject } from '../../brief.ts'

// What is worn below the collar.
const BELOW =
  /^(cape|coat|apron|skirt|boots|gloves|pack|dress|suit|top|legs|bib|drape|sash|shorts|swimsuit|bareChest|pattern)$/

/** Whether somebody wears what only a whole figure shows: a dress, boots, an apron. */
export const needsWholeFigure = ({ looks }: Subject): boolean =>
  Object.keys(looks ?? {}).some((part) => BELOW.test(part))
