import { useMemo } from 'react'
import { ChevronDown } from '../../look/icons.ts'
import { Badge } from '../../parts/words/badge.tsx'
import { Breakable } from '../../parts/words/breakable.tsx'
import { CodeBlock } from '../../parts/words/code-block.tsx'
import { bodyText } from './call-text.ts'
import { examplesOf, JSON_TYPE, type Answer, type Endpoint, type Media, type Parameter } from './documents.ts'
import { Fields } from './fields.tsx'
import { fieldsOf, limitsText, typeText, type Field, type Schema } from './schema-fields.ts'
import { TryIt } from './try-it.tsx'
import { Words } from './words.tsx'

type Schemas = Readonly<Record<string, Schema>>

type EndpointBlockProps = {
  endpoint: Endpoint
  schemas: Schemas
  isOpen: boolean
  onToggle: () => void
}

/** One endpoint: a line, and all about it once it is opened. */
export function EndpointBlock({ endpoint, schemas, isOpen, onToggle }: EndpointBlockProps) {
  const { id, method, path, summary, isWebhook } = endpoint
  return (
    <article className="endpoint" id={`endpoint-${id}`}>
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={`${id}-about`} onClick={onToggle}>
          <span className={`endpoint-method ${method}`}>{isWebhook ? 'event' : method}</span>
          <span className="endpoint-summary">{summary}</span>
          <code className="endpoint-path">
            <Breakable text={path} />
          </code>
          <ChevronDown aria-hidden />
        </button>
      </h3>
      <div id={`${id}-about`} hidden={!isOpen}>
        {isOpen && <About endpoint={endpoint} schemas={schemas} />}
      </div>
    </article>
  )
}

function About({ endpoint, schemas }: { endpoint: Endpoint; schemas: Schemas }) {
  const { description = '', parameters = [], requestBody, responses = {} } = endpoint.operation
  const content = requestBody?.content ?? {}
  return (
    <div className="endpoint-body">
      <div className="endpoint-about">
        {description !== '' && (
          <p className="endpoint-description">
            <Words text={description} />
          </p>
        )}
        {parameters.length > 0 && (
          <section>
            <h4>Parameters</h4>
            <Fields label="Parameters" fields={parameters.map((each) => parameterField(each))} />
          </section>
        )}
        {requestBody !== undefined && <Body content={content} schemas={schemas} />}
        <Responses responses={responses} schemas={schemas} />
      </div>
      <div className="endpoint-side">
        {endpoint.isWebhook ? <Payload media={content[JSON_TYPE]} /> : <TryIt endpoint={endpoint} />}
        <ExampleResponse responses={responses} />
      </div>
    </div>
  )
}

function Body({ content, schemas }: { content: Readonly<Record<string, Media>>; schemas: Schemas }) {
  const schema = (content[JSON_TYPE] ?? Object.values(content)[0])?.schema
  const fields = useMemo(() => fieldsOf(schema, schemas), [schema, schemas])
  return (
    <section>
      <h4>
        Body <small>{typesText(Object.keys(content))}</small>
      </h4>
      {fields.length > 0 ? (
        <Fields label="Body" fields={fields} />
      ) : (
        <p className="field-about">The bytes of a file.</p>
      )}
    </section>
  )
}

function Payload({ media }: { media: Media | undefined }) {
  return (
    <section>
      <h4>Payload</h4>
      <CodeBlock label="Payload" code={bodyText(examplesOf(media)[0]?.value ?? sampleOf(media?.schema))} />
    </section>
  )
}

/** What comes back when all is well. */
function ExampleResponse({ responses }: { responses: Readonly<Record<string, Answer>> }) {
  const good = Object.entries(responses).filter(([status]) => Number(status) < 400)
  const [status, example] =
    good.flatMap(([each, { content = {} }]) => {
      const [found] = examplesOf(content[JSON_TYPE])
      return found === undefined ? [] : [[each, found] as const]
    })[0] ?? []
  if (example === undefined) return null
  return (
    <section>
      <h4>
        Response <small>{status}</small>
      </h4>
      <CodeBlock label="Example response" code={bodyText(example.value)} />
    </section>
  )
}

/** What an event looks like where the document has no example. */
function sampleOf(schema: Schema | undefined): unknown {
  return Object.fromEntries(fieldsOf(schema).map(({ name, type }) => [name, type]))
}

function parameterField({ name, in: place, required = false, description = '', schema }: Parameter): Field {
  const type = [typeText(schema), place === 'query' ? '' : place].filter((each) => each !== '').join(' · ')
  return { name, type, isRequired: required, limits: limitsText(schema), about: description, inner: [] }
}

/** Of many types only what sets them apart from a file. */
function typesText(types: readonly string[]): string {
  return types.length > 3 ? 'a file of any supported type' : types.join(' or ')
}

function Responses({ responses, schemas }: { responses: Readonly<Record<string, Answer>>; schemas: Schemas }) {
  const all = Object.entries(responses)
  const good = all.filter(([status]) => Number(status) < 400)
  const bad = all.filter(([status]) => Number(status) >= 400)
  return (
    <>
      {good.length > 0 && (
        <section>
          <h4>Responses</h4>
          {good.map(([status, answer]) => (
            <Response key={status} status={status} answer={answer} schemas={schemas} />
          ))}
        </section>
      )}
      {bad.length > 0 && (
        <section>
          <h4>Errors</h4>
          <dl className="endpoint-errors">
            {bad.map(([status, { description }]) => (
              <div key={status}>
                <dt>
                  <Badge kind="bad">{status}</Badge>
                </dt>
                <dd>
                  {causesIn(description).map((cause) => (
                    <p key={cause}>
                      <Words text={cause} />
                    </p>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}

/** A description names all codes of its status, one after the other. */
function causesIn(description: string): string[] {
  return description.split(/ (?=`\w+`: )/)
}

function Response({ status, answer, schemas }: { status: string; answer: Answer; schemas: Schemas }) {
  const [type = '', media] = Object.entries(answer.content ?? {})[0] ?? []
  const fields = useMemo(() => fieldsOf(media?.schema, schemas), [media, schemas])
  return (
    <div className="endpoint-response">
      <p>
        <Badge kind="good">{status}</Badge> <Words text={answer.description} />
        {type !== '' && type !== JSON_TYPE && <small> {type}</small>}
      </p>
      {fields.length > 0 && (
        <details>
          <summary>
            Fields<span className="unseen"> of {status}</span>
          </summary>
          <Fields label={`Fields of ${status}`} fields={fields} />
        </details>
      )}
    </div>
  )
}
