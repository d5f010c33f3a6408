import { Check, Copy } from '../../look/icons.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { IconButton } from '../controls/button.tsx'
import { toast } from '../overlays/toast.tsx'

// As long as an eye rests on it.
const TOLD_MS = 1_500

type CopyButtonProps = { text: string; label: string; icon?: ReactNode }

export function CopyButton({ text, label, icon = <Copy /> }: CopyButtonProps) {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => setDone(false), TOLD_MS)
    return () => clearTimeout(timer)
  }, [isDone])
  return (
    <IconButton
      size="small"
      className="copy-button"
      label={isDone ? 'Copied' : label}
      onClick={() => void copyText(text).then(setDone)}
    >
      {isDone ? <Check /> : icon}
    </IconButton>
  )
}

/** Puts a text on the clipboard; tells whether that worked, and says so on the page where it did not. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Missing on pages that came over plain HTTP from another machine.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast('Your browser blocked access to the clipboard. Select the text and copy it manually.', 'bad')
    return false
  }
}
