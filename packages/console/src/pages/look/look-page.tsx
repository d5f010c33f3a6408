import { Images, Settings2, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button, IconButton } from '../../parts/controls/button.tsx'
import { Field } from '../../parts/controls/field.tsx'
import { Segments } from '../../parts/controls/segments.tsx'
import { Select } from '../../parts/controls/select.tsx'
import { Tabs } from '../../parts/controls/tabs.tsx'
import { Confirm } from '../../parts/overlays/confirm.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
import { Menu } from '../../parts/overlays/menu.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { Tooltip } from '../../parts/overlays/tooltip.tsx'
import { EmptyState } from '../../parts/states/empty-state.tsx'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { Page, PageHead } from '../../parts/states/page-head.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { Bytes, Duration, Money } from '../../parts/words/amounts.tsx'
import { Badge, StatusBadge } from '../../parts/words/badge.tsx'
import { CodeBlock } from '../../parts/words/code-block.tsx'
import { nowSeconds } from '../../parts/words/now.ts'
import { Time } from '../../parts/words/time.tsx'
import './look-page.css'

const COLOURS = ['paper', 'surface', 'sunken', 'line', 'edge', 'faint', 'soft', 'ink', 'accent', 'good', 'warn', 'bad']
const SIZES = ['28', '20', '16', '14', '12']
const STATES = [
  { status: 'pending', error: null },
  { status: 'processing', error: null },
  { status: 'success', error: null },
  { status: 'failed', error: { code: 'timeout', message: '' } },
  { status: 'failed', error: { code: 'cancelled', message: '' } },
] as const

/** Everything that pages are made of, at one glance: for those who make pages, and for tests that look at all of it. */
export function LookPage() {
  return (
    <Page>
      <PageHead title="Look" about="The parts that the console is made of." />
      <Part title="Colours">
        <ul className="look-colours">
          {COLOURS.map((name) => (
            <li key={name}>
              <span style={{ background: `var(--${name})` }} />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Type">
        {SIZES.map((size) => (
          <p key={size} style={{ fontSize: `var(--text-${size})` }}>
            {size} · The pictures are the colour
          </p>
        ))}
      </Part>
      <Part title="Controls">
        <Controls />
      </Part>
      <Part title="Overlays">
        <Overlays />
      </Part>
      <Part title="Words">
        <Words />
      </Part>
      <Part title="States">
        <div className="look-states">
          <EmptyState icon={<Images />} title="Nothing yet" actions={<Button>Do it</Button>}>
            What to do so that something is here.
          </EmptyState>
          <ErrorState error={new Error('What went wrong, and what to do.')} onRetry={() => toast('Tried again.')} />
          <div className="look-waiting">
            <Skeleton width="60%" height={20} />
            <Skeleton height={120} />
          </div>
        </div>
      </Part>
    </Page>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="look-part" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Controls() {
  const [kind, setKind] = useState('one')
  return (
    <>
      <div className="look-row">
        <Button kind="primary">Primary</Button>
        <Button>Plain</Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="danger">Danger</Button>
        <Button disabled>Disabled</Button>
        <Button size="small">Small</Button>
        <IconButton label="Settings">
          <Settings2 />
        </IconButton>
      </div>
      <div className="look-fields">
        <Field label="Text" hint="a word on it">
          {(wired) => <input {...wired} className="input" placeholder="Say it" />}
        </Field>
        <Field label="Wrong" problem="Too short: at least three letters.">
          {(wired) => <input {...wired} className="input" defaultValue="ab" />}
        </Field>
        <Field label="Choice">
          {(wired) => (
            <Select {...wired}>
              <option>First</option>
              <option>Second</option>
            </Select>
          )}
        </Field>
      </div>
      <Segments
        label="Segments"
        value={kind}
        onChange={setKind}
        segments={[
          { value: 'one', label: 'One' },
          { value: 'two', label: 'Two' },
        ]}
      />
      <Tabs
        label="Tabs"
        tabs={[
          { value: 'a', label: 'First view', content: 'What is seen first.' },
          { value: 'b', label: 'Second view', content: 'What is seen then.' },
        ]}
      />
    </>
  )
}

function Overlays() {
  const [opened, setOpened] = useState<'dialog' | 'confirm'>()
  const close = (): void => setOpened(undefined)
  return (
    <div className="look-row">
      <Button onClick={() => setOpened('dialog')}>Dialog</Button>
      <Button onClick={() => setOpened('confirm')}>Question</Button>
      <Menu
        trigger={<Button>Menu</Button>}
        entries={[
          { label: 'Look at it', icon: <Images />, onSelect: () => toast('Looked at.') },
          { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: () => setOpened('confirm') },
        ]}
      />
      <Tooltip text="More on what is seen">
        <Button>Tooltip</Button>
      </Tooltip>
      <Button onClick={() => toast('Something good happened.')}>Toast</Button>
      <Button onClick={() => toast('Something went wrong.', 'bad')}>Bad toast</Button>
      <Dialog
        title="A dialog"
        about="What it is about."
        open={opened === 'dialog'}
        onClose={close}
        foot={
          <Button kind="primary" onClick={close}>
            Done
          </Button>
        }
      >
        <p>Something that is done before the page goes on.</p>
      </Dialog>
      <Confirm
        title="Delete it?"
        about="It is gone for good afterwards."
        action="Delete"
        open={opened === 'confirm'}
        onConfirm={close}
        onClose={close}
      />
    </div>
  )
}

function Words() {
  return (
    <>
      <div className="look-row">
        {STATES.map((task) => (
          <StatusBadge key={`${task.status}${task.error?.code ?? ''}`} task={task} />
        ))}
        <Badge kind="warn">Retiring</Badge>
      </div>
      <p className="look-row">
        <Time at={nowSeconds() - 3_700} />
        <Duration seconds={84} />
        <Money usd={0.0042} />
        <Bytes bytes={1_234_567} />
      </p>
      <CodeBlock label="command" code="curl http://127.0.0.1:8080/healthz" />
    </>
  )
}
