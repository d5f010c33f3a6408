import { ArrowUp } from '../look/icons.ts'
import './bulk-bar.css'

/** Says that something came that is not shown yet, so that nothing moves under the eyes of who reads. */
export function FreshPill({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status" className="fresh-place">
      {count > 0 && (
        <button type="button" className="fresh-pill" onClick={onShow}>
          <ArrowUp aria-hidden />
          {count} new
        </button>
      )}
    </div>
  )
}
