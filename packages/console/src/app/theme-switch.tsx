import { Monitor, Moon, Sun } from '../look/icons.ts'
import { Segments } from '../parts/controls/segments.tsx'
import { chooseTheme, useTheme } from '../look/theme.ts'

export function ThemeSwitch() {
  return (
    <Segments
      label="Theme"
      iconsOnly
      value={useTheme()}
      onChange={chooseTheme}
      segments={[
        { value: 'system', label: 'Match system', icon: <Monitor /> },
        { value: 'light', label: 'Light', icon: <Sun /> },
        { value: 'dark', label: 'Dark', icon: <Moon /> },
      ]}
    />
  )
}
