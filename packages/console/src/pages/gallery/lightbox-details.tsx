import type { Receipt, ReceiptFile } from '@mediagen/client'
import { Link } from 'wouter'
import { buttonClass } from '../../parts/controls/button.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { Bytes, CostOf } from '../../parts/words/amounts.tsx'
import { CopyButton } from '../../parts/words/copy-button.tsx'
import { CutText } from '../../parts/words/cut-text.tsx'
import { Time } from '../../parts/words/time.tsx'
import { sizeWords } from '../../tasks/facts.ts'
import { Fact } from '../../tasks/fact.tsx'
import { recallable, RecallLinks } from '../../tasks/recall.tsx'
import { ResultLinks } from '../../tasks/result-links.tsx'

type LightboxDetailsProps = {
  id: string
  prompt: string
  receipt: Receipt | undefined
  output: number
  outputs: readonly ReceiptFile[]
  onOutput: (index: number) => void
}

/** What was asked for and what was made of it. */
export function LightboxDetails({ id, prompt, receipt, output, outputs, onOutput }: LightboxDetailsProps) {
  return (
    <section className="lightbox-details" aria-label="Details">
      <div className="lightbox-prompt">
        <CutText key={id} as="p" text={prompt} />
        <CopyButton text={prompt} label="Copy the prompt" />
      </div>
      {receipt !== undefined && <ResultLinks task={receipt} />}
      {receipt === undefined ? <Skeleton height={148} /> : <Facts receipt={receipt} file={outputs[output]} />}
      {outputs.length > 1 && (
        <div className="lightbox-outputs" role="group" aria-label="Results of this task">
          {outputs.map((each, index) => (
            <button
              key={each.sha256 + String(index)}
              type="button"
              className={buttonClass({ size: 'small' })}
              aria-pressed={index === output}
              onClick={() => onOutput(index)}
            >
              {index + 1}
            </button>
          ))}
        </div>
      )}
      {receipt !== undefined && <RecallLinks id={id} parts={recallable(receipt)} />}
      <Link className={buttonClass({ size: 'small', wide: true })} href={`/tasks/${id}`}>
        Open the task
      </Link>
    </section>
  )
}

function Facts({ receipt, file }: { receipt: Receipt; file: ReceiptFile | undefined }) {
  const seed = receipt.effective?.seed ?? receipt.asked.seed
  return (
    <dl>
      <Fact name="Model">{receipt.model}</Fact>
      {file !== undefined && (
        <Fact name="Size">
          {sizeWords(file).join(' · ')} · <Bytes bytes={file.bytes} />
        </Fact>
      )}
      {seed !== null && (
        <Fact name="Seed">
          <code>{seed}</code>
        </Fact>
      )}
      <Fact name="Created">
        <Time at={receipt.finished ?? receipt.created} form="clock" />
      </Fact>
      <Fact name="Cost">
        <CostOf cost={receipt.cost} />
      </Fact>
    </dl>
  )
}
