import { X } from '../../look/icons.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { Button, IconButton } from '../controls/button.tsx'
import './toast.css'

type Toast = { id: number; text: string; kind: 'news' | 'bad' } & ToastMore

type ToastMore = {
  /** Something that can still be done about it; the toast goes with it. */
  action?: { label: string; onSelect: () => void }
  forMs?: number
}

// Long enough to be read twice; what went wrong stays until it is put away.
const NEWS_MS = 5_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Says something in the corner of the page, without taking the focus. */
export function toast(text: string, kind: Toast['kind'] = 'news', more: ToastMore = {}): void {
  const others = toasts.filter((each) => each.text !== text || each.action !== undefined)
  change([...others, { id: ++lastId, text, kind, ...more }].slice(-4))
}

function putAway(id: number): void {
  change(toasts.filter((each) => each.id !== id))
}

/** Where toasts appear: once on the page. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((each) => (
        <ToastCard key={each.id} toast={each} />
      ))}
    </div>
  )
}

function ToastCard({ toast: { id, text, kind, action, forMs = NEWS_MS } }: { toast: Toast }) {
  useEffect(() => {
    if (kind === 'bad') return undefined
    const timer = setTimeout(() => putAway(id), forMs)
    return () => clearTimeout(timer)
  }, [id, kind, forMs])
  return (
    <div className={`toast ${kind}`}>
      <p>{text}</p>
      {action !== undefined && (
        <Button
          size="small"
          onClick={() => {
            putAway(id)
            action.onSelect()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label="Dismiss" size="small" onClick={() => putAway(id)}>
        <X />
      </IconButton>
    </div>
  )
}
