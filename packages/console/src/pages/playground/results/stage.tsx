import { Image as ImageIcon, LoaderCircle, TriangleAlert } from '../../../look/icons.ts'
import { Button } from '../../../parts/controls/button.tsx'
import { fileAddressHere } from '../../../data/file-address.ts'
import { useLiveTask } from '../../../data/live-task.ts'
import { useClient } from '../../../data/session.tsx'
import { toast } from '../../../parts/overlays/toast.tsx'
import { errorText } from '../../../parts/states/error-state.tsx'
import { editForm } from '../form/form.ts'
import { Refused } from './failure.tsx'
import { ratioOf, ResultCard } from './result-card.tsx'
import { useRunState } from './run-state.ts'
import { cancelRun, type Ask, type Run } from './runs.ts'

type StageProps = { runs: readonly Run[]; shown: Run | undefined; onShow: (run: Run) => void }

/** What was asked for last, large; what came before, as a strip. */
export function Stage({ runs, shown, onShow }: StageProps) {
  if (shown === undefined) return <EmptyStage />
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
          <progress aria-label="Progress" />
        </div>
      </div>
    </article>
  )
}

type ThumbProps = { run: Run; isShown: boolean; onShow: () => void }

function Thumb({ run, isShown, onShow }: ThumbProps) {
  const id = run.asks.flatMap(({ taskIds }) => taskIds)[0]
  const prompt = run.asks[0]?.wish.prompt ?? ''
  return (
    <button
      type="button"
      className="thumb"
      aria-pressed={isShown}
      title={prompt}
      aria-label={`Show: ${prompt}`}
      onClick={onShow}
    >
      {id === undefined ? <ThumbState isBad={run.asks[0]?.refusal !== undefined} /> : <ThumbPicture id={id} />}
    </button>
  )
}

function ThumbPicture({ id }: { id: string }) {
  const { data } = useLiveTask(id)
  const address = data?.files.find(({ role, thumbnail_url: url }) => role === 'output' && url !== null)?.thumbnail_url
  if (typeof address === 'string') return <img src={fileAddressHere(address)} alt="" />
  return data?.status === 'success' ? <ImageIcon aria-hidden /> : <ThumbState isBad={data?.status === 'failed'} />
}

/** What failed and what is on its way look different, also without colours. */
function ThumbState({ isBad }: { isBad: boolean }) {
  return isBad ? (
    <TriangleAlert className="bad" aria-label="failed" aria-hidden={false} role="img" />
  ) : (
    <LoaderCircle className="turning" aria-label="running" aria-hidden={false} role="img" />
  )
}

const IDEAS = [
  'a red fox in a snowy forest at dawn',
  'a sailing boat on the sea at sunset',
  'a cosy reading room with books and a cat',
]

function EmptyStage() {
  return (
    <div className="stage-empty">
      <div className="stage-frame" aria-hidden>
        <ImageIcon />
      </div>
      <h2>What do you want to see?</h2>
      <p>Say it in the prompt and press Generate, or begin with one of these.</p>
      <ul>
        {IDEAS.map((idea) => (
          <li key={idea}>
            <Button size="small" onClick={() => editForm({ prompt: idea })}>
              {idea}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
