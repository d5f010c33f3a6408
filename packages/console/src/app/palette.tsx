import { BookOpen, CornerDownRight, LogOut, Moon, Sun } from '../look/icons.ts'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useCaller } from '../data/caller.ts'
import { useSession } from '../data/session.tsx'
import { chooseTheme } from '../look/theme.ts'
import { placesFor } from './rail.tsx'
import './palette.css'

type Command = { name: string; kind: string; icon: ReactNode; run: () => void }

/** Everything that can be reached, by typing a few letters of it. */
export function Palette({ onClose }: { onClose: () => void }) {
  const box = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  useEffect(() => box.current?.showModal(), [])
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
        aria-label="Search pages and commands, or the id of a task"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={chosen === undefined ? undefined : optionId(listId, chosen)}
        placeholder="Go to a page, or paste the id of a task"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={pressed}
      />
      <ul id={listId} role="listbox" aria-label="Found">
        {found.map((command) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys go to the text field above, which chooses
          <li
            key={command.name}
            id={optionId(listId, command)}
            role="option"
            aria-selected={command === chosen}
            onClick={() => run(command)}
          >
            {command.icon}
            {command.name}
            <small>{command.kind}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>Nothing is called that.</p>}
    </dialog>
  )
}

function optionId(listId: string, { name }: Command): string {
  return `${listId}-${name.replaceAll(/\W+/g, '-')}`
}

function useCommands(text: string): Command[] {
  const caller = useCaller()
  const { signOut } = useSession()
  const [, go] = useLocation()
  const wanted = text.trim().toLowerCase()
  const commands: Command[] = [
    ...placesFor(caller).map(({ path, name, icon }) => ({ name, kind: 'page', icon, run: () => go(path) })),
    { name: 'Interface', kind: 'page', icon: <BookOpen />, run: () => location.assign('/docs') },
    { name: 'Light colours', kind: 'command', icon: <Sun />, run: () => chooseTheme('light') },
    { name: 'Dark colours', kind: 'command', icon: <Moon />, run: () => chooseTheme('dark') },
    { name: 'Sign out', kind: 'command', icon: <LogOut />, run: signOut },
  ]
  const task = /^\d{19,24}$/.test(wanted)
    ? [{ name: `Task ${wanted}`, kind: 'task', icon: <CornerDownRight />, run: () => go(`/tasks/${wanted}`) }]
    : []
  return [...task, ...commands.filter(({ name }) => name.toLowerCase().includes(wanted))]
}
