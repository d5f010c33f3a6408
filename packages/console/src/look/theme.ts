import { useSyncExternalStore } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
/** Which colours are shown: those of the machine, or always the same. */
export type Theme = (typeof THEMES)[number]

const PLACE = 'mediagen.theme'
const listeners = new Set<() => void>()

/** What was chosen in this browser. */
export function keptTheme(): Theme {
  const text = localStorage.getItem(PLACE)
  return THEMES.find((theme) => theme === text) ?? 'system'
}

/** Puts the chosen colours on the page; called before anything is drawn, so that nothing flashes. */
export function applyTheme(): void {
  const theme = keptTheme()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(PLACE, theme)
  applyTheme()
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    const onOtherTab = (): void => {
      applyTheme()
      listener()
    }
    listeners.add(listener)
    addEventListener('storage', onOtherTab)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', onOtherTab)
    }
  }, keptTheme)
}
