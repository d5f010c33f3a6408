import { Dialog } from '../../../parts/overlays/dialog.tsx'
import { Tabs } from '../../../parts/controls/tabs.tsx'
import { CodeBlock } from '../../../parts/words/code-block.tsx'
import type { Wish } from '../form/request.ts'
import { codeOf, LANGUAGES } from './request-code.ts'

/** A request as a program, in the languages that people paste from. */
export function CodeDialog({ wish, onClose }: { wish: Wish; onClose: () => void }) {
  const hasFiles = wish.references.some(({ url }) => !/^https?:/.test(url))
  const of = { wish, baseURL: location.origin }
  return (
    <Dialog
      title="Request as code"
      about={`This is your exact request. It reads the key from MEDIAGEN_API_KEY${hasFiles ? ' and the pictures from files with the names shown' : ''}.`}
      open
      wide="widest"
      onClose={onClose}
    >
      <Tabs
        label="Language"
        tabs={LANGUAGES.map((language) => ({
          value: language,
          label: language,
          content: <CodeBlock label={language} code={codeOf(language, of)} />,
        }))}
      />
    </Dialog>
  )
}
