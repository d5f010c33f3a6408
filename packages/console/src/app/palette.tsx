import type { ListedTask } from '@mediagen/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BookOpen, CornerDownRight, Film, Image, LogOut, Moon, Search, Sun } from '../look/icons.ts'
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useCaller } from '../data/caller.ts'
import { queryKeys } from '../data/query-keys.ts'
import { useClient, useSession } from '../data/session.tsx'
import { chooseTheme } from '../look/theme.ts'
import { Time } from '../parts/words/time.tsx'
import { Thumb } from '../tasks/thumb.tsx'
import { placesFor } from './rail.tsx'
import './palette.css'

type Command = { id: string; name: string; kind: string; at?: number; icon: ReactNode; run: () => void }

/** Everything that can be reached, by typing a few letters of it. */
export function Palette({ onClose }: { onClose: () => void }) {
  const box = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  useLayoutEffect(() => box.current?.showModal(), [])
  const found = useCommands(text)
  const chosen = found[Math.min(at, found.length - 1)]
  const run = (command: Command | undefined): void => {
    if (command === undefined) return
    onClose()
    command.run()
  }
  const pressed = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt((before) => (Math.min(before, found.length - 1) + step + found.length) % found.length)
    else if (event.key === 'Enter') run(chosen)
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={box}
      className="palette"
      aria-label="Search"
      onClose={onClose}
      // A click beside it closes it too.
      closedby="any"
    >
      <input
        type="text"
        role="combobox"
        aria-label="Search pages, commands, prompts or task ids"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={chosen === undefined ? undefined : optionId(listId, chosen)}
        placeholder="Search prompts, pages and commands"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={pressed}
      />
      <ul id={listId} role="listbox" aria-label="Search results">
        {found.map((command) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys go to the text field above, which chooses
          <li
            key={command.id}
            id={optionId(listId, command)}
            role="option"
            aria-selected={command === chosen}
            onClick={() => run(command)}
          >
            {command.icon}
            <span className="palette-name" dir="auto">
              {command.name}
            </span>
            <small>
              {command.kind}
              {command.at !== undefined && (
                <>
                  {' · '}
                  <Time at={command.at} />
                </>
              )}
            </small>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>No match.</p>}
    </dialog>
  )
}

function optionId(listId: string, { id }: Command): string {
  return `${listId}-${id.replaceAll(/\W+/g, '-')}`
}

function useCommands(text: string): Command[] {
  const caller = useCaller()
  const { signOut } = useSession()
  const [, go] = useLocation()
  const wanted = text.trim()
  const prompts = usePrompts(wanted)
  const named = (kind: string, name: string, icon: ReactNode, run: () => void): Command => ({
    id: name,
    name,
    kind,
    icon,
    run,
  })
  const commands: Command[] = [
    ...placesFor(caller).map(({ path, name, icon }) => named('page', name, icon, () => go(path))),
    named('page', 'API reference', <BookOpen />, () => go('/docs')),
    ...(['image', 'video'] as const)
      .filter((kind) => caller.may(`${kind}s:write`))
      .map((kind) =>
        named('command', `New ${kind}`, kind === 'image' ? <Image /> : <Film />, () => go(`/?new=${kind}`)),
      ),
    named('command', 'Light theme', <Sun />, () => chooseTheme('light')),
    named('command', 'Dark theme', <Moon />, () => chooseTheme('dark')),
    named('command', 'Sign out', <LogOut />, signOut),
  ]
  const found = commands.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()))
  if (/^\d{19,24}$/.test(wanted))
    return [named('task', `Task ${wanted}`, <CornerDownRight />, () => go(`/tasks/${wanted}`)), ...found]
  if (wanted.length < LEAST_LETTERS || !caller.may('tasks:read')) return found
  const all = named('tasks', `Search all tasks for “${wanted}”`, <Search />, () =>
    go(`/tasks?${new URLSearchParams({ q: wanted }).toString()}`),
  )
  const tasks = prompts.map((task) => ({
    id: task.id,
    name: task.prompt,
    kind: task.model,
    at: task.created,
    icon: <Thumb task={task} />,
    run: () => go(`/tasks/${task.id}`),
  }))
  return [...found, ...tasks, all]
}

// Fewer letters are in nearly every prompt.
const LEAST_LETTERS = 2
const SHOWN_PROMPTS = 6
// A pause in typing.
const SETTLED_MS = 200

/** The newest tasks whose prompts have these words. */
function usePrompts(words: string): readonly ListedTask[] {
  const client = useClient()
  const { may } = useCaller()
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [words])
  const query = { text: settled.slice(0, 200), limit: SHOWN_PROMPTS }
  const { data } = useQuery({
    queryKey: queryKeys.taskList(query),
    queryFn: async ({ signal }) => (await client.tasks.list(query, { signal })).data,
    enabled: may('tasks:read') && settled.length >= LEAST_LETTERS && !/^\d{19,24}$/.test(settled),
    placeholderData: keepPreviousData,
  })
  return words.length < LEAST_LETTERS ? [] : (data ?? [])
}
