import { plural } from '../parts/words/amounts.tsx'
import { Button } from '../parts/controls/button.tsx'
import { errorText } from '../parts/states/error-state.tsx'
import './list-end.css'

export type More = { hasMore: boolean; problem: unknown; load: () => void }

type ListEndProps = { more: More; count: number; /** What is counted. */ word: string }

/** The end of a list that grows: that more is on its way, why it is not, or that this is all. */
export function ListEnd({ more: { hasMore, problem, load }, count, word }: ListEndProps) {
  if (problem !== undefined)
    return (
      <p className="list-end" role="alert">
        {errorText(problem)} <Button onClick={load}>Try again</Button>
      </p>
    )
  return <p className="list-end">{hasMore ? 'Loading more …' : plural(count, word)}</p>
}
