import guide from '../../../../../docs/webhooks.md?raw'
import { Tabs } from '../../parts/controls/tabs.tsx'
import { Panel } from '../../parts/panels/panel.tsx'
import { CodeBlock } from '../../parts/words/code-block.tsx'

// The programs of the guide, which tests run: one text, not two.
const PROGRAM = /^\*\*(\w+)\*\*([^\n]*):\n\n```\w+\n([\s\S]*?)\n```/gm

/** How a receiver tells that an event is ours, ready to copy. */
export function Verifiers() {
  const programs = [...guide.matchAll(PROGRAM)].map(([, language = '', more = '', code = '']) => ({
    name: more.includes('without') ? `${language} (no library)` : language,
    code,
  }))
  return (
    <Panel
      title="Verify"
      about="Verify the raw body before you parse it. If a single byte changes, the signature no longer matches."
    >
      <Tabs
        label="Languages"
        tabs={programs.map(({ name, code }) => ({
          value: name,
          label: name,
          content: <CodeBlock label={`the verifier in ${name}`} code={code} />,
        }))}
      />
    </Panel>
  )
}
