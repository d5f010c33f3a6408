import { Moon, Plus, Sun, Trash2 } from '../../look/icons.ts'
import { useState } from 'react'
import { Button, IconButton } from '../../parts/controls/button.tsx'
import { Check } from '../../parts/controls/check.tsx'
import { Field } from '../../parts/controls/field.tsx'
import { Segments } from '../../parts/controls/segments.tsx'
import { Select } from '../../parts/controls/select.tsx'
import { Tabs } from '../../parts/controls/tabs.tsx'
import { Panel } from '../../parts/panels/panel.tsx'

const KINDS = ['primary', 'plain', 'quiet', 'danger'] as const

export function Controls() {
  const [chosen, setChosen] = useState<'light' | 'dark'>('light')
  return (
    <>
      <Panel title="Buttons" about="At most one primary button per page; irreversible actions ask for confirmation.">
        {(['usual', 'small'] as const).map((size) => (
          <div className="row" key={size}>
            {KINDS.map((kind) => (
              <Button key={kind} kind={kind} size={size}>
                {kind}
              </Button>
            ))}
            <Button size={size} disabled>
              disabled
            </Button>
            <Button size={size}>
              <Plus />
              with icon
            </Button>
            <IconButton size={size} label={`Delete, ${size}`}>
              <Trash2 />
            </IconButton>
          </div>
        ))}
      </Panel>
      <Panel title="Fields" about="The field shows what is wrong and how to fix it.">
        <div className="fields">
          <Field label="Name" hint="a readable name">
            {(wired) => <input {...wired} className="input" placeholder="web-shop" />}
          </Field>
          <Field
            label="Requests per minute"
            problem="Enter a whole number from 1 to 1,000,000, or leave this empty for no limit."
          >
            {(wired) => <input {...wired} className="input" defaultValue="0" />}
          </Field>
          <Field label="Disabled">{(wired) => <input {...wired} className="input" disabled value="fixed" />}</Field>
          <Field label="Model">
            {(wired) => (
              <Select {...wired}>
                <option>diorama</option>
                <option>sandbox</option>
              </Select>
            )}
          </Field>
          <Field label="Prompt">
            {(wired) => <textarea {...wired} className="input" defaultValue="a boat on a quiet sea" />}
          </Field>
          <div>
            <Check label="tasks:read" about="Read tasks, receipts and usage." defaultChecked />
            <Check label="admin" />
            <Check label="Not available for this key" disabled />
          </div>
        </div>
      </Panel>
      <div className="panels">
        <Panel title="Segmented control">
          <div className="row">
            <Segments
              label="Sample colors"
              value={chosen}
              onChange={setChosen}
              segments={[
                { value: 'light', label: 'Light', icon: <Sun /> },
                { value: 'dark', label: 'Dark', icon: <Moon /> },
              ]}
            />
          </div>
        </Panel>
        <Panel title="Tabs">
          <Tabs
            label="Sample"
            tabs={[
              { value: 'one', label: 'First', content: 'The content of the first view.' },
              { value: 'two', label: 'Second', content: 'The content of the second view.' },
            ]}
          />
        </Panel>
      </div>
    </>
  )
}
