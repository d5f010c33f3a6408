import { chooseTheme, keptTheme, THEMES } from '../look/theme.ts'

const WORDS = { system: 'System', light: 'Light', dark: 'Dark' } as const

/** The switch of the console, for a page without React: what is chosen here holds there too. */
export function showColours(place: HTMLElement): void {
  place.replaceChildren(
    ...THEMES.map((theme) => {
      const input = document.createElement('input')
      input.type = 'radio'
      input.name = 'colours'
      input.checked = theme === keptTheme()
      input.addEventListener('change', () => chooseTheme(theme))
      const label = document.createElement('label')
      label.append(input, WORDS[theme])
      return label
    }),
  )
}
