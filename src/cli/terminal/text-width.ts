const WIDE =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]/u
const WITHOUT_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u
const segmenter = new Intl.Segmenter()

/** How many columns a text takes in a terminal: Chinese, Japanese and Korean characters and emoji take two each. */
export function textWidth(text: string): number {
  // Nearly every cell is plain, and segmenting costs a hundred times as much.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of segmenter.segment(text)) width += widthOf(segment)
  return width
}

/** A text that takes at most this many columns; an ellipsis replaces what was cut. */
export function cutText(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text
  let cut = ''
  let width = 0
  for (const { segment } of segmenter.segment(text)) {
    width += widthOf(segment)
    if (width > columns - 1) break
    cut += segment
  }
  return columns < 1 ? '' : `${cut.trimEnd()}…`
}

/** A text padded with spaces to this many columns. */
export function padText(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)))
}

/** Text from others, with everything spelled out that would control a terminal or reverse its direction. */
export function showable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, (character) =>
    character === '\n' || character === '\t'
      ? ' '
      : `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}

function widthOf(segment: string): number {
  if (WIDE.test(segment)) return 2
  return WITHOUT_WIDTH.test(segment) ? 0 : 1
}
