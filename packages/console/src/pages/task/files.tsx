import type { Receipt, ReceiptFile } from '@mediagen/client'
import { Download, Link } from '../../look/icons.ts'
import { downloadName } from '../../data/download-name.ts'
import { fileAddressHere } from '../../data/file-address.ts'
import { buttonClass } from '../../parts/controls/button.tsx'
import { Bytes } from '../../parts/words/amounts.tsx'
import { CopyButton } from '../../parts/words/copy-button.tsx'
import { CredentialsMark } from '../../tasks/credentials-mark.tsx'
import { sizeWords } from '../../tasks/facts.ts'

const ROLES = { reference: 'Reference', output: 'Result', cover: 'Cover' } as const

/** Every file of the task, with what one needs to know that it is the right one. */
export function Files({ receipt }: { receipt: Receipt }) {
  const { files } = receipt
  if (files.length === 0) return null
  return (
    <section className="card" aria-labelledby="files">
      <h2 id="files">Files</h2>
      <ul className="files">
        {files.toSorted(resultsFirst).map((file, index) => (
          <FileRow key={`${file.role} ${file.sha256} ${index}`} file={file} task={receipt} />
        ))}
      </ul>
    </section>
  )
}

const ORDER: readonly ReceiptFile['role'][] = ['output', 'cover', 'reference']

function resultsFirst(a: ReceiptFile, b: ReceiptFile): number {
  return ORDER.indexOf(a.role) - ORDER.indexOf(b.role)
}

function FileRow({ file, task }: { file: ReceiptFile; task: Receipt }) {
  const { role, type, bytes, sha256, url } = file
  return (
    <li>
      <span className="file-role">{ROLES[role]}</span>
      <span className="file-facts">
        {[type, ...sizeWords(file)].join(' · ')} · <Bytes bytes={bytes} />{' '}
        <CredentialsMark of={file.credentials} isWhole />
      </span>
      <span className="file-sum">
        <span className="file-hash">SHA-256</span>
        <code title={sha256}>{sha256.slice(0, 12)}…</code>
        <CopyButton text={sha256} label="Copy SHA-256" />
      </span>
      {url === null ? (
        <span />
      ) : (
        <span className="file-links">
          <CopyButton text={url} label="Copy URL" icon={<Link />} />
          <a
            className={`${buttonClass({ kind: 'quiet', size: 'small' })} icon-button`}
            href={fileAddressHere(url)}
            download={downloadName(task, url)}
            aria-label="Download the file"
            title="Download the file"
          >
            <Download />
          </a>
        </span>
      )}
    </li>
  )
}
