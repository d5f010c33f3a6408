import { CopyButton } from './copy-button.tsx'
import './code-block.css'

type CodeBlockProps = { code: string; label: string }

/** Text for machines, with a button that copies it. It can be scrolled by keys, so it can have the focus. */
export function CodeBlock({ code, label }: CodeBlockProps) {
  return (
    <div className="code-block">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys */}
      <pre tabIndex={0} aria-label={label} role="region">
        <code>{code}</code>
      </pre>
      <CopyButton text={code} label={`Copy ${label}`} />
    </div>
  )
}
