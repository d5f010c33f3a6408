import { createContext, useContext, type RefObject } from 'react'

/** What lies above the page and has menus and dialogs of its own: they are drawn inside of it, or they would lie behind it. */
export const PortalPlace = createContext<RefObject<HTMLElement | null> | undefined>(undefined)

/** Where what lies above the page is drawn: inside of its main part, so that those who go by landmarks find it. */
export function usePortalPlace(): RefObject<HTMLElement | null> | HTMLElement {
  return useContext(PortalPlace) ?? document.querySelector<HTMLElement>('#main, main') ?? document.body
}
