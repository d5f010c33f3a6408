import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import './tabs.css'

export type Tab = { value: string; label: string; content: ReactNode }

type TabsProps = {
  label: string
  tabs: readonly Tab[]
  value?: string
  onChange?: (value: string) => void
}

/** Several views of one thing, one at a time; arrow keys go from one to the next. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const chosen = value === undefined ? { defaultValue: tabs[0]?.value } : { value }
  return (
    <Base.Root {...chosen} onValueChange={(next: string) => onChange?.(next)}>
      <Base.List className="tabs-list" aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className="tabs-tab">
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="tabs-panel">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
