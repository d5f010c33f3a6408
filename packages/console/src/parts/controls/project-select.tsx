import { Select } from './select.tsx'

type ProjectSelectProps = {
  projects: readonly { id: string; name: string }[]
  /** The id of one; empty for all. */
  value: string
  onChange: (id: string) => void
}

/** One project, or all of them; nothing where there is none. One that is not known yet is called by its id. */
export function ProjectSelect({ projects, value, onChange }: ProjectSelectProps) {
  const isKnown = value === '' || projects.some(({ id }) => id === value)
  if (projects.length === 0 && isKnown) return null
  return (
    <Select aria-label="Project" value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">All projects</option>
      {!isKnown && <option>{value}</option>}
      {projects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
