import type { CountTasksAnswer } from '@mediagen/client'
import { Search, SlidersHorizontal, Star, X } from '../look/icons.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { countText } from '../data/task-counts.ts'
import { useCollections } from '../data/collections.ts'
import { useModels } from '../data/models.ts'
import { useProjects } from '../data/projects.ts'
import { Button, IconButton } from '../parts/controls/button.tsx'
import { Field } from '../parts/controls/field.tsx'
import { ProjectSelect } from '../parts/controls/project-select.tsx'
import { Select } from '../parts/controls/select.tsx'
import { isFiltering, NO_FILTER, PERIODS, STATUSES, type Filter, type Status } from './filter.ts'
import './filter-bar.css'

type FilterBarProps = {
  filter: Filter
  onChange: (change: Partial<Filter>) => void
  /** How many there are in each state; left out where only one state is shown. */
  counts?: CountTasksAnswer | undefined
  withStatus?: boolean
  /** Favourites and collections, which this browser keeps. */
  withKept?: boolean
  /** The project, where the tasks of all keys are shown. */
  withProject?: boolean
}

/** What is shown of all tasks. Everything said here is in the address too, so that it can be sent to somebody. */
export function FilterBar(props: FilterBarProps) {
  const { filter, onChange, counts, withStatus = false, withKept = false, withProject = false } = props
  const choicesId = useId()
  const [isOpen, setOpen] = useState(() => hasChoice(filter))
  return (
    <search className="filter-bar" aria-label="Filter">
      <Words words={filter.words} onChange={(words) => onChange({ words })} />
      {withKept && <KeptChoice filter={filter} onChange={onChange} />}
      <IconButton
        label="More filters"
        kind="plain"
        className="filter-fold"
        aria-expanded={isOpen}
        aria-controls={choicesId}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal />
      </IconButton>
      <div id={choicesId} className={`filter-choices ${isOpen ? '' : 'folded'}`}>
        <Field label="Kind" labelUnseen>
          {(wired) => (
            <Select
              {...wired}
              value={filter.kind ?? ''}
              onChange={({ target }) => onChange({ kind: kindOf(target.value) })}
            >
              <option value="">All kinds</option>
              <option value="image">Images</option>
              <option value="video">Videos</option>
            </Select>
          )}
        </Field>
        <ModelChoice model={filter.model} onChange={(model) => onChange({ model })} />
        <TimeChoice filter={filter} onChange={onChange} />
        {withProject && <ProjectChoice project={filter.project} onChange={(project) => onChange({ project })} />}
      </div>
      {withStatus && (
        <fieldset className="filter-statuses">
          <legend className="unseen">Status</legend>
          <Button
            size="small"
            kind="quiet"
            className="filter-status"
            aria-pressed={filter.statuses.length === 0}
            onClick={() => onChange({ statuses: [] })}
          >
            All
          </Button>
          {STATUSES.map(({ value, label }) => (
            <Button
              key={value}
              size="small"
              kind="quiet"
              className="filter-status"
              aria-pressed={filter.statuses.includes(value)}
              onClick={() => onChange({ statuses: toggled(filter.statuses, value) })}
            >
              {label}
              {counts !== undefined && <span className="filter-count">{countText(counts[value], counts)}</span>}
            </Button>
          ))}
          {isFiltering(filter) && <ClearFilter onChange={onChange} />}
        </fieldset>
      )}
      {!withStatus && isFiltering(filter) && <ClearFilter onChange={onChange} />}
    </search>
  )
}

/** Whether one of those that fold on small screens narrows the list: it must not do so unseen. */
function hasChoice({ kind, model, within, from, to, project }: Filter): boolean {
  return [kind, model, within, from, to, project].some((each) => each !== undefined)
}

/** Favourites, and a collection where there is one. */
function KeptChoice({ filter: { isStarred, collection }, onChange }: Pick<FilterBarProps, 'filter' | 'onChange'>) {
  const names = new Set(useCollections().keys())
  // An address may name one of another browser.
  if (collection !== undefined) names.add(collection)
  return (
    <div className="filter-kept">
      {names.size > 0 && (
        <Field label="Collection" labelUnseen>
          {(wired) => (
            <Select
              {...wired}
              value={collection ?? ''}
              onChange={({ target }) => onChange({ collection: target.value || undefined, isStarred: false })}
            >
              <option value="">All collections</option>
              {[...names].sort().map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Button
        className="filter-stars"
        title="Saved in this browser"
        aria-pressed={isStarred}
        onClick={() => onChange({ isStarred: !isStarred, collection: undefined })}
      >
        <Star />
        <span>Favorites</span>
      </Button>
    </div>
  )
}

function ClearFilter({ onChange }: Pick<FilterBarProps, 'onChange'>) {
  return (
    <Button size="small" kind="quiet" className="filter-clear" onClick={() => onChange(NO_FILTER)}>
      <X />
      Clear filters
    </Button>
  )
}

// Between two letters of somebody who types: asking for each would fill the line with questions nobody waits for.
const TYPING_MS = 250

function Words({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const [text, setText] = useState(words)
  const [known, setKnown] = useState(words)
  const box = useRef<HTMLInputElement>(null)
  // The address was changed from elsewhere, such as by going back.
  if (words !== known) {
    setKnown(words)
    if (words !== text.trim()) setText(words)
  }
  const latest = useRef(onChange)
  useEffect(() => void (latest.current = onChange))
  useEffect(() => {
    if (text.trim() === words) return undefined
    const timer = setTimeout(() => latest.current(text.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, words])
  return (
    <div className="filter-words">
      <Search aria-hidden />
      <input
        ref={box}
        type="text"
        className="input"
        role="searchbox"
        aria-label="Words in the prompt"
        placeholder="Search prompts"
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {text !== '' && (
        <IconButton
          label="Clear the search"
          size="small"
          onClick={() => {
            setText('')
            box.current?.focus()
          }}
        >
          <X />
        </IconButton>
      )}
    </div>
  )
}

function ModelChoice({
  model,
  onChange,
}: {
  model: string | undefined
  onChange: (model: string | undefined) => void
}) {
  const models = useModels()
  const ids = new Set(models.data?.map(({ id }) => id))
  // One that is no longer offered has left tasks behind all the same.
  if (model !== undefined) ids.add(model)
  return (
    <Field label="Model" labelUnseen>
      {(wired) => (
        <Select {...wired} value={model ?? ''} onChange={({ target }) => onChange(target.value || undefined)}>
          <option value="">All models</option>
          {[...ids].sort().map((id) => (
            <option key={id}>{id}</option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function ProjectChoice({
  project = '',
  onChange,
}: {
  project: string | undefined
  onChange: (project: string | undefined) => void
}) {
  return <ProjectSelect projects={useProjects()} value={project} onChange={(id) => onChange(id || undefined)} />
}

function TimeChoice({ filter, onChange }: Pick<FilterBarProps, 'filter' | 'onChange'>) {
  const { within, from, to } = filter
  const [isBetween, setBetween] = useState(from !== undefined || to !== undefined)
  const showsDays = isBetween || from !== undefined || to !== undefined
  return (
    <>
      <Field label="Time" labelUnseen>
        {(wired) => (
          <Select
            {...wired}
            value={within ?? (showsDays ? 'between' : '')}
            onChange={({ target }) => {
              const period = PERIODS.find(({ value }) => value === target.value)?.value
              setBetween(target.value === 'between')
              onChange({ within: period, from: undefined, to: undefined })
            }}
          >
            <option value="">Any time</option>
            {PERIODS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
            <option value="between">Between two days</option>
          </Select>
        )}
      </Field>
      {showsDays && within === undefined && (
        <div className="filter-days">
          <DayChoice label="From" value={from} onChange={(day) => onChange({ from: day })} />
          <DayChoice label="To" value={to} onChange={(day) => onChange({ to: day })} />
        </div>
      )}
    </>
  )
}

type DayChoiceProps = { label: string; value: string | undefined; onChange: (day: string | undefined) => void }

function DayChoice({ label, value, onChange }: DayChoiceProps) {
  return (
    <input
      type="date"
      className="input"
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  )
}

function kindOf(text: string): Filter['kind'] {
  return text === 'image' || text === 'video' ? text : undefined
}

function toggled(statuses: readonly Status[], status: Status): Status[] {
  return statuses.includes(status) ? statuses.filter((each) => each !== status) : [...statuses, status]
}
