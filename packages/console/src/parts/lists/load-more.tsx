import { Button } from '../controls/button.tsx'
import './table.css'

type LoadMoreProps = { hasMore: boolean; isBusy: boolean; onMore: () => void }

/** The way to the next page of a list, where there is one. */
export function LoadMore({ hasMore, isBusy, onMore }: LoadMoreProps) {
  if (!hasMore) return null
  return (
    <div className="more-row">
      <Button onClick={onMore} disabled={isBusy}>
        {isBusy ? 'Loading…' : 'Show older'}
      </Button>
    </div>
  )
}
