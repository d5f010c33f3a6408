import type { Model } from '@mediagen/client'
import { Film, Image as ImageIcon } from '../../look/icons.ts'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { Segments } from '../../parts/controls/segments.tsx'
import { EmptyState } from '../../parts/states/empty-state.tsx'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { useCaller } from '../../data/caller.ts'
import { useModels } from '../../data/models.ts'
import { useClient } from '../../data/session.tsx'
import { choicesOf } from './form/choices.ts'
import { useCost, type Cost } from './form/cost.tsx'
import { editForm, formStore, type Form, type Kind } from './form/form.ts'
import { ModelPicker } from './form/model-picker.tsx'
import { IdeaChips } from './form/ideas.tsx'
import { PromptField } from './form/prompt-field.tsx'
import { lengthOf, wishOf, withSeed } from './form/request.ts'
import { CountField, SeedField } from './form/seed-field.tsx'
import { ClipFields, FurtherFields } from './form/setting-fields.tsx'
import { Settings, settingsText } from './form/settings-fold.tsx'
import { ShapePicker } from './form/shape-picker.tsx'
import { useRecall } from './recall.ts'
import { ReferenceSlots } from './references/reference-slots.tsx'
import { useRunState } from './results/run-state.ts'
import { resumeRuns, runStore, startRun } from './results/runs.ts'
import { Stage } from './results/stage.tsx'
import './playground.css'

/** Where models are tried: a form at one side, what comes of it at the other. */
export function PlaygroundPage() {
  const { may } = useCaller()
  // Before anything is asked for: every answer would be a refusal.
  if (!may('tasks:read'))
    return (
      <EmptyState heading="h1" title="This key can create tasks but cannot read them">
        To show results, the playground needs the <code>tasks:read</code> scope. Sign out and use a key with that scope.
      </EmptyState>
    )
  return <WithModels />
}

function WithModels() {
  const { data: models, error, refetch } = useModels()
  useRecall()
  if (error !== null)
    return (
      <ErrorState heading="h1" error={error} title="The models could not be loaded" onRetry={() => void refetch()} />
    )
  return (
    <div className="playground">
      <h1 className="unseen">Playground</h1>
      {models === undefined ? <FormWaiting /> : <Inside models={models} />}
    </div>
  )
}

function Inside({ models }: { models: readonly Model[] }) {
  const client = useClient()
  const { may } = useCaller()
  const form = formStore.use()
  const runs = runStore.use()
  // What was chosen of the strip is shown until something new begins.
  const [chosenRun, setChosenRun] = useState<{ id: string; since: string | undefined }>()
  const [isOpen, setOpen] = useState(false)
  const stage = useRef<HTMLElement>(null)
  const { lastSeed } = useRunState(runs[0])
  useEffect(() => void resumeRuns(client), [client])
  const first = useRef(runs[0]?.id)
  const last = runs[0]?.id
  const taken = runs[0]?.asks.flatMap(({ taskIds }) => taskIds).length
  useEffect(() => {
    // On small screens what comes of a click is below the form. What was there before the page came is left alone.
    if (last !== first.current) stage.current?.scrollIntoView({ block: 'nearest' })
  }, [last, taken])

  const kinds = (['image', 'video'] as const).filter((kind) => may(`${kind}s:write`))
  const kind = kinds.includes(form.kind) ? form.kind : (kinds[0] ?? 'image')
  const ofKind = models.filter((model) => model.kind === kind)
  const chosen = chosenOf(form, kind, ofKind)
  const choices = choicesOf(chosen)
  const wishes = chosen.map(({ id }) => wishOf({ ...form, kind }, id, choices))
  const cost = useCost(wishes)
  const length = lengthOf(form.prompt.trim())
  const isReady = length > 0 && length <= choices.maxPromptCharacters && chosen.length > 0

  const generate = (): void => {
    if (!isReady) return
    // On a small screen the result comes right under the prompt.
    setOpen(false)
    void startRun(client, withSeed(wishes, choices))
  }

  return (
    <>
      <form
        className="play-form"
        aria-label="Output type"
        onSubmit={(event) => {
          event.preventDefault()
          generate()
        }}
      >
        <div className="play-fields">
          {kinds.length > 1 && (
            <Segments
              label="Kind"
              value={kind}
              onChange={(next) => editForm({ kind: next })}
              segments={[
                { value: 'image', label: 'Image', icon: <ImageIcon /> },
                { value: 'video', label: 'Video', icon: <Film /> },
              ]}
            />
          )}
          <PromptField max={choices.maxPromptCharacters} onSubmit={generate} />
          {runs.length === 0 && <IdeaChips kind={kind} />}
          <Settings
            about={settingsText(form, chosen)}
            pictures={form.references.map(({ url }) => url)}
            isOpen={isOpen}
            onToggle={setOpen}
          >
            <ModelPicker models={ofKind} chosen={chosen} kind={kind} />
            <ShapePicker choices={choices} />
            <ClipFields choices={choices.settings} />
            <ReferenceSlots choices={choices} />
            <div className="play-pair">
              {choices.takesSeed && <SeedField lastSeed={lastSeed} />}
              {kind === 'image' && <CountField />}
            </div>
            <FurtherFields
              choices={choices.settings}
              options={choices.options}
              hasReferences={form.references.length > 0 && choices.maxReferences > 0}
            />
          </Settings>
        </div>
        <Foot cost={cost} isReady={isReady} />
      </form>
      <section className="stage" aria-label="Results" ref={stage}>
        <Stage
          kind={kind}
          wish={wishes[0]}
          runs={runs}
          shown={runs.find(({ id }) => id === chosenRun?.id && chosenRun.since === last) ?? runs[0]}
          onShow={({ id }) => setChosenRun({ id, since: last })}
        />
      </section>
    </>
  )
}

/** What the click would cost, and the click. */
function Foot({ cost, isReady }: { cost: Cost; isReady: boolean }) {
  return (
    <div className="play-foot">
      {cost.warnings.map((warning) => (
        <p key={warning} className="play-warning">
          {warning}
        </p>
      ))}
      {cost.problem !== undefined && <p className="field-problem">{cost.problem}</p>}
      <div className="play-go">
        <p className="play-cost" title={cost.about}>
          {cost.text !== '' && !cost.text.startsWith('Cost') && <span>Cost: </span>}
          {cost.text}
        </p>
        <Button
          type="submit"
          kind="primary"
          disabled={!isReady}
          title="Ctrl Enter"
          // The second half of a double click is not meant: what runs already stays, and another would be one more.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          Generate
        </Button>
      </div>
    </div>
  )
}

/** The models that were chosen and are there; the first one where nothing was chosen yet. */
function chosenOf(form: Form, kind: Kind, models: readonly Model[]): Model[] {
  const chosen = form.models[kind].flatMap((id) => models.find((model) => model.id === id) ?? [])
  return chosen.length > 0 ? chosen : models.slice(0, 1)
}

function FormWaiting() {
  return (
    <div className="play-form" aria-busy="true">
      <div className="play-fields">
        <Skeleton width={180} height={38} />
        <Skeleton height={140} />
        <Skeleton height={64} />
        <Skeleton height={120} />
      </div>
    </div>
  )
}
