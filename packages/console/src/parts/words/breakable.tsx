import { Fragment } from 'react'

/** An address or a path that may go on in another line, but only after a slash. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=\/)(?!\/)/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts repeat and never move
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
