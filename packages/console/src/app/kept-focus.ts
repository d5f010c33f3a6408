import { useEffect } from 'react'

const CAN_HAVE_FOCUS = ':is(a[href], button, input, select, textarea, summary):not(:disabled)'
const ENDS = 'main, dialog, [role="dialog"], [role="alertdialog"]'

/**
 * Gives the focus a new place where the one it had is gone, such as a button that was pressed and is no longer needed, or
 * a whole page: browsers let it fall back to the start of the document, and who uses keys would begin from there each time.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let path: Element[] = []
    let frame = 0
    const came = ({ target }: FocusEvent): void => {
      path = target instanceof Element ? pathOf(target) : []
    }
    // What is still there afterwards was left on purpose, such as by a click beside it. While it is being taken away,
    // it is still there.
    const left = ({ target }: FocusEvent): void => {
      setTimeout(() => {
        const isOnPurpose = document.hasFocus() && document.activeElement === document.body
        if (isOnPurpose && target === path[0] && target instanceof Element && isUsable(target)) path = []
      })
    }
    const look = (): void => {
      if (document.activeElement !== document.body || path[0] === undefined || isUsable(path[0])) return
      nextPlace(path)?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      // Two frames: dialogs and menus give the focus back themselves, and the browser notices what was disabled by then.
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(look)))
    })
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    addEventListener('focusin', came)
    addEventListener('focusout', left)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      removeEventListener('focusin', came)
      removeEventListener('focusout', left)
    }
  }, [])
}

function pathOf(element: Element): Element[] {
  const path = [element]
  for (let at = element; !at.matches(ENDS) && at.parentElement !== null; at = at.parentElement)
    path.push(at.parentElement)
  return path
}

function isUsable(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility()
}

/** The first thing in sight of the closest surroundings that are left; else the page itself. */
function nextPlace(path: readonly Element[]): HTMLElement | null {
  for (const around of path.slice(1)) {
    if (!around.isConnected || around === document.body) continue
    if (around.matches('#main, main')) break
    const near = [...around.querySelectorAll<HTMLElement>(CAN_HAVE_FOCUS)].find(isInSight)
    if (near !== undefined) return near
  }
  return document.querySelector<HTMLElement>('#main, main')
}

function isInSight(element: Element): boolean {
  const { top, bottom, width } = element.getBoundingClientRect()
  return width > 0 && top >= 0 && bottom <= innerHeight
}
