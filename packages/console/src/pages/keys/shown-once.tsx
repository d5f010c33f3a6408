import { Button } from '../../parts/controls/button.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
import { CodeBlock } from '../../parts/words/code-block.tsx'

export type Secret = { title: string; about: string; texts: readonly { label: string; text: string }[] }

/** A text that the service tells once; it closes by its button alone, so that nobody loses it by mistake. */
export function ShownOnce({ secret, onClose }: { secret: Secret; onClose: () => void }) {
  return (
    <Dialog
      open
      title={secret.title}
      about={secret.about}
      onlyByFoot
      onClose={onClose}
      foot={
        <Button kind="primary" onClick={onClose}>
          Done, I saved it
        </Button>
      }
    >
      <div className="shown-once">
        {secret.texts.map(({ label, text }) => (
          <div key={label}>
            <h3>{label}</h3>
            <CodeBlock code={text} label={label} />
          </div>
        ))}
      </div>
    </Dialog>
  )
}
