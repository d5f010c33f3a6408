import { Select } from './select.tsx'

type ProjectSelectProps = {
  projects: readonly { id: string; name: string }[]
  /** The id of one; empty for all. */
  value: string
  onChange: (id: string) => void
}

/** One project, or all of them; nothing where there is none. */
export function ProjectSelect({ projects, value, onChange }: ProjectSelectProps) {
  if (projects.length === 0) return null
  return (
    <Select aria-label="Project" value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">All projects</option>
      {projects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
