import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { queryKeys } from '../../data/query-keys.ts'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import {
  NATIVE,
  readDocument,
  showDocument,
  type ApiDocument,
  type DescribedInterface,
  type NativeDocument,
} from './documents.ts'
import { Endpoints } from './endpoints.tsx'
import { ErrorTable } from './error-table.tsx'
import './reference.css'

/** The interface of the service, to read and to try. Reading needs no key. */
export function ReferencePage() {
  const [search] = useSearchParams()
  const { data: native, error, refetch } = useDocument<NativeDocument>(NATIVE)
  if (error !== null)
    return (
      <ErrorState
        heading="h1"
        error={error}
        title="The API reference could not be read"
        onRetry={() => void refetch()}
      />
    )
  if (native === undefined) return <Skeleton height={480} />
  const own = { name: native.info.title, url: NATIVE }
  const documents = [own, ...native['x-documents']]
  // Another interface has a page of its own: `/docs?of=OpenAI`.
  const chosen = documents.find(({ name }) => name === search.get('of')) ?? own
  return <OneDocument key={chosen.url} native={native} documents={documents} chosen={chosen} />
}

type OneDocumentProps = {
  native: NativeDocument
  documents: readonly DescribedInterface[]
  chosen: DescribedInterface
}

function OneDocument({ native, documents, chosen }: OneDocumentProps) {
  const { data: spec, error, refetch } = useDocument<ApiDocument>(chosen.url)
  const [isShown, setShown] = useState(false)
  const isNative = chosen.url === NATIVE
  // Of one identity while the document is: another would be drawn anew.
  const shown = useMemo(
    () => (isNative && spec !== undefined ? titled(spec as NativeDocument) : spec),
    [isNative, spec],
  )
  return (
    <div className="reference">
      <div className="reference-side">
        <nav aria-label="Documents">
          <ul className="reference-documents">
            {documents.map(({ name, url }) => (
              <li key={url}>
                <Link
                  href={url === NATIVE ? '/docs' : `/docs?of=${encodeURIComponent(name)}`}
                  aria-current={name === chosen.name ? 'page' : undefined}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {spec !== undefined && <Endpoints spec={spec} hasErrors={isNative} />}
      </div>
      <div className="reference-body">
        {error !== null && <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />}
        {shown !== undefined && <Drawn spec={shown} onShown={() => setShown(true)} />}
        {isNative && isShown && <ErrorTable rows={native['x-errors']} />}
      </div>
    </div>
  )
}

/** Titled as the page is, not as the service. */
function titled(spec: NativeDocument): NativeDocument {
  return { ...spec, info: { ...spec.info, title: 'API reference' } }
}

function useDocument<T>(url: string) {
  return useQuery({
    queryKey: queryKeys.apiDocument(url),
    queryFn: async () => (await readDocument(url)) as T,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** What the renderer draws is its own: React leaves this place alone. */
function Drawn({ spec, onShown }: { spec: ApiDocument; onShown: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(onShown)
  useEffect(() => void (latest.current = onShown))
  useEffect(() => {
    if (place.current !== null) showDocument(place.current, spec, () => latest.current())
  }, [spec])
  return <div ref={place} />
}
