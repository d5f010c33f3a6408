import { Code, Image as ImageIcon, LoaderCircle, TriangleAlert } from '../../../look/icons.ts'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../../parts/controls/button.tsx'
import { fileAddressHere } from '../../../data/file-address.ts'
import { useLiveTask } from '../../../data/live-task.ts'
import { useModels } from '../../../data/models.ts'
import { useClient } from '../../../data/session.tsx'
import { toast } from '../../../parts/overlays/toast.tsx'
import { errorText } from '../../../parts/states/error-state.tsx'
import { ProgressBar } from '../../../parts/words/progress-bar.tsx'
import type { Kind } from '../form/form.ts'
import { IDEAS, IdeaList } from '../form/ideas.tsx'
import type { Wish } from '../form/request.ts'
import { Refused } from './failure.tsx'
import { RecentResults, useRecentResults } from './recent-results.tsx'
import { ratioOf, ResultCard } from './result-card.tsx'
import { useRunState } from './run-state.ts'
import { cancelRun, type Ask, type Run } from './runs.ts'

const CodeDialog = lazy(async () => ({ default: (await import('../code/code-dialog.tsx')).CodeDialog }))

type StageProps = {
  kind: Kind
  /** What the form would ask for now. */
  wish: Wish | undefined
  runs: readonly Run[]
  shown: Run | undefined
  onShow: (run: Run) => void
}

/** What was asked for last, large; what came before, as a strip. */
export function Stage({ kind, wish, runs, shown, onShow }: StageProps) {
  if (shown === undefined) return <EmptyStage kind={kind} wish={wish} />
  const cards = shown.asks.flatMap((ask, index) => {
    if (ask.refusal !== undefined) return [<Refused key={index} ask={ask} />]
    if (ask.taskIds.length === 0) return [<Sending key={index} ask={ask} isCancelled={shown.isCancelled === true} />]
    return ask.taskIds.map((id) => <ResultCard key={id} ask={ask} taskId={id} />)
  })
  return (
    <>
      <RunBar run={shown} />
      <div className={`results ${cards.length > 1 ? 'several' : ''}`}>{cards}</div>
      {runs.length > 1 && (
        <nav aria-label="Earlier in this tab">
          <ul className="strip">
            {runs.map((run) => (
              <li key={run.id}>
                <Thumb run={run} isShown={run.id === shown.id} onShow={() => onShow(run)} />
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}

/** While something of the run is on its way: the button that ends it. The form goes on taking others meanwhile. */
function RunBar({ run }: { run: Run }) {
  const client = useClient()
  const { isRunning, mayCancel } = useRunState(run)
  if (!isRunning) return null
  const cancel = (): void => {
    cancelRun(client, run).catch((error: unknown) => toast(errorText(error), 'bad'))
  }
  return (
    <div className="run-bar">
      {/* Not disabled, which would take the focus. */}
      <Button kind="danger" size="small" aria-disabled={!mayCancel} onClick={() => mayCancel && cancel()}>
        Cancel
      </Button>
    </div>
  )
}

function Sending({ ask: { wish }, isCancelled }: { ask: Ask; isCancelled: boolean }) {
  return (
    <article className="result" aria-busy="true">
      <div className="result-picture waiting" style={{ aspectRatio: ratioOf(wish.aspect_ratio ?? wish.size) }}>
        <div className="task-progress">
          <p>{isCancelled ? 'Cancelling' : 'Sending'}</p>
          <ProgressBar label="Progress" percent={undefined} />
        </div>
      </div>
    </article>
  )
}

type ThumbProps = { run: Run; isShown: boolean; onShow: () => void }

function Thumb(props: ThumbProps) {
  const { asks } = props.run
  const id = asks.flatMap(({ taskIds }) => taskIds)[0]
  if (id !== undefined) return <ThumbOfTask {...props} id={id} />
  return <ThumbButton {...props} state={asks[0]?.refusal === undefined ? 'running' : 'failed'} picture={undefined} />
}

function ThumbOfTask({ id, ...props }: ThumbProps & { id: string }) {
  const { data } = useLiveTask(id)
  const picture = data?.files.find(({ role, thumbnail_url: url }) => role === 'output' && url !== null)?.thumbnail_url
  const state = data?.status === 'success' ? '' : data?.status === 'failed' ? 'failed' : 'running'
  return <ThumbButton {...props} state={state} picture={picture ?? undefined} />
}

type ThumbButtonProps = ThumbProps & { state: 'running' | 'failed' | ''; picture: string | undefined }

/** What failed and what is on its way look different, also without colours. */
function ThumbButton({ run, isShown, onShow, state, picture }: ThumbButtonProps) {
  const prompt = run.asks[0]?.wish.prompt ?? ''
  return (
    <button
      type="button"
      className="run-thumb"
      aria-pressed={isShown}
      title={prompt}
      aria-label={`Show: ${prompt}${state === '' ? '' : ` (${state})`}`}
      onClick={onShow}
    >
      {picture !== undefined ? (
        <img src={fileAddressHere(picture)} alt="" />
      ) : state === 'failed' ? (
        <TriangleAlert className="bad" />
      ) : state === 'running' ? (
        <LoaderCircle className="turning" />
      ) : (
        <ImageIcon />
      )}
    </button>
  )
}

const BUILT_IN = new Set(['diorama', 'sandbox'])

function exampleOf(kind: Kind, model = 'diorama'): Wish {
  return { kind, model, prompt: IDEAS[kind][0] ?? '', references: [] }
}

// From here on the first steps are no news, and what was made is.
const KNOWS_ITS_WAY = 3

/** Three steps for who has just come; for others, what they made last. */
function EmptyStage({ kind, wish }: { kind: Kind; wish: Wish | undefined }) {
  const [showsCode, setShowsCode] = useState(false)
  const recent = useRecentResults()
  // What is in the form; before anything is written there, the first example.
  const shown = wish === undefined || wish.prompt === '' ? exampleOf(kind, wish?.model) : wish
  // Nothing that would jump away once it is known.
  if (recent === undefined) return <div className="stage-empty" aria-busy="true" />
  return (
    <div className="stage-empty">
      <h2>What do you want to see?</h2>
      {recent.length >= KNOWS_ITS_WAY ? (
        <>
          <p className="stage-lead">Write a prompt and choose Generate, or start with an example.</p>
          <IdeaList kind={kind} className="guide-ideas" />
          <RecentResults tasks={recent} />
          <p className="stage-links">
            <Link href="/gallery">See all results</Link>
            <Button kind="quiet" size="small" onClick={() => setShowsCode(true)}>
              <Code />
              Show the code
            </Button>
          </p>
        </>
      ) : (
        <>
          <FirstSteps kind={kind} onCode={() => setShowsCode(true)} />
          {recent.length > 0 && <RecentResults tasks={recent} />}
        </>
      )}
      {showsCode && (
        <Suspense>
          <CodeDialog wish={shown} onClose={() => setShowsCode(false)} />
        </Suspense>
      )}
    </div>
  )
}

function FirstSteps({ kind, onCode }: { kind: Kind; onCode: () => void }) {
  const { data: models = [] } = useModels()
  const hasOwn = models.some(({ id }) => !BUILT_IN.has(id))
  return (
    <ol className="first-steps">
      <li>
        <h3>{kind === 'image' ? 'Make an image' : 'Make a video'}</h3>
        <p>Write a prompt and choose Generate, or start with an example.</p>
        <IdeaList kind={kind} className="guide-ideas" />
      </li>
      <li>
        <h3>Connect a model</h3>
        <p>
          {hasOwn ? (
            <>
              {models.length} models are ready. <Link href="/models">See all models</Link>
            </>
          ) : (
            <>
              The built-in illustrator needs no key. <Link href="/models">Turn on other models</Link> with a provider
              key, or add a model that runs on this machine.
            </>
          )}
        </p>
      </li>
      <li>
        <h3>Call it from code</h3>
        <p>The same request works with curl, TypeScript, Python and the command line.</p>
        <Button size="small" onClick={onCode}>
          Show the code
        </Button>
      </li>
    </ol>
  )
}
