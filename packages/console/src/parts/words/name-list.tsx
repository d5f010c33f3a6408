import { Fragment } from 'react'

/** Names in a line, such as those of models. It goes on in another line between two of them, never inside one. */
export function NameList({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ', '}
      <span className="unbroken">{name}</span>
    </Fragment>
  ))
}
