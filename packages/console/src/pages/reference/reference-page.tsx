import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { queryKeys } from '../../data/query-keys.ts'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import {
  addressOf,
  endpointIn,
  groupsOf,
  NATIVE,
  readDocument,
  type ApiDocument,
  type DescribedInterface,
  type NativeDocument,
} from './documents.ts'
import { EndpointBlock } from './endpoint-block.tsx'
import { Endpoints } from './endpoints.tsx'
import { ErrorTable } from './error-table.tsx'
import { Words } from './words.tsx'
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
        title="The API reference could not be loaded"
        onRetry={() => void refetch()}
      />
    )
  if (native === undefined) return <Waiting />
  const own = { name: native.info.title, url: NATIVE }
  const documents = [own, ...native['x-documents']]
  // Another interface has a page of its own: `/docs?of=OpenAI`.
  const chosen = documents.find(({ name }) => name === search.get('of')) ?? own
  return <OneDocument key={chosen.url} native={native} documents={documents} chosen={chosen} />
}

function Waiting() {
  return (
    <div className="reference" aria-busy="true">
      <div className="reference-side">
        <Skeleton height={320} />
      </div>
      <div className="reference-body">
        <Skeleton width={220} height={34} />
        <Skeleton height={480} />
      </div>
    </div>
  )
}

type OneDocumentProps = {
  native: NativeDocument
  documents: readonly DescribedInterface[]
  chosen: DescribedInterface
}

function OneDocument({ native, documents, chosen }: OneDocumentProps) {
  const { data: spec, error, refetch } = useDocument<ApiDocument>(chosen.url)
  const isNative = chosen.url === NATIVE
  const groups = useMemo(() => (spec === undefined ? [] : groupsOf(spec)), [spec])
  const { opened, last, toggle, open } = useOpened(groups.length > 0)
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
        {spec !== undefined && <Endpoints groups={groups} hasErrors={isNative} current={last} onOpen={open} />}
      </div>
      <div className="reference-body">
        {error !== null && <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />}
        {spec !== undefined && <Head spec={spec} url={chosen.url} isNative={isNative} />}
        {groups.map(({ name, about, endpoints }) => (
          <section key={name} className="reference-section" aria-labelledby={`group-${name}`}>
            <h2 id={`group-${name}`}>{name}</h2>
            {about !== '' && (
              <p>
                <Words text={about} />
              </p>
            )}
            {endpoints.map((endpoint) => (
              <EndpointBlock
                key={endpoint.id}
                endpoint={endpoint}
                schemas={spec?.components?.schemas ?? NONE}
                isOpen={opened.has(endpoint.id)}
                onToggle={() => {
                  if (!opened.has(endpoint.id)) history.replaceState(history.state, '', addressOf(name, endpoint.id))
                  toggle(endpoint.id)
                }}
              />
            ))}
          </section>
        ))}
        {isNative && <ErrorTable rows={native['x-errors']} />}
      </div>
    </div>
  )
}

const NONE = {}

/** Which endpoints are open: the one that the address names is, and in sight. */
function useOpened(isThere: boolean) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  const [sought, setSought] = useState<{ id: string }>()
  useEffect(() => {
    if (!isThere || sought === undefined) return
    const block = document.getElementById(`endpoint-${sought.id}`)
    block?.scrollIntoView({ block: 'start' })
    block?.querySelector('button')?.focus({ preventScroll: true })
  }, [isThere, sought])
  const open = (id: string): void => {
    setOpened((before) => new Set([...before, id]))
    setLast(id)
    setSought({ id })
  }
  useEffect(() => {
    const changed = (): void => {
      const id = endpointIn(location.hash)
      if (id !== undefined) open(id)
    }
    changed()
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  const toggle = (id: string): void => {
    setOpened((before) =>
      before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id]),
    )
    setLast(id)
  }
  return { opened, last, toggle, open }
}

type HeadProps = { spec: ApiDocument; url: string; isNative: boolean }

function Head({ spec: { info }, url, isNative }: HeadProps) {
  return (
    <header className="reference-head">
      {/* Titled as the page is, not as the service. */}
      <h1>{isNative ? 'API reference' : info.title}</h1>
      {info.description !== undefined && (
        <p>
          <Words text={info.description} />
        </p>
      )}
      <dl>
        <div>
          <dt>Base URL</dt>
          <dd>
            <code>{location.origin}</code>
          </dd>
        </div>
        <div>
          <dt>Authentication</dt>
          <dd>
            <code>Authorization: Bearer $MEDIAGEN_API_KEY</code>
          </dd>
        </div>
        <div>
          <dt>OpenAPI 3.1</dt>
          <dd>
            <a href={url}>{url}</a>
          </dd>
        </div>
      </dl>
    </header>
  )
}

function useDocument<T>(url: string) {
  return useQuery({
    queryKey: queryKeys.apiDocument(url),
    queryFn: async () => (await readDocument(url)) as T,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
