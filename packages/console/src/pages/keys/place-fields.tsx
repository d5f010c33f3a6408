import type { ManagedKey } from '@mediagen/client'
import { Field } from '../../parts/controls/field.tsx'
import { Select } from '../../parts/controls/select.tsx'
import { useCaller } from '../../data/caller.ts'
import { useProjects } from '../../data/projects.ts'
import type { KeyForm, Problems } from './key-form.ts'

type Role = NonNullable<ManagedKey['role']>

const ROLES: readonly { role: Role; words: string }[] = [
  { role: 'viewer', words: 'Viewer: reads everything in the project' },
  { role: 'member', words: 'Member: also creates images and videos' },
  { role: 'owner', words: 'Owner: also manages the project’s keys' },
]

type PlaceFieldsProps = { form: KeyForm; problems: Problems; onChange: (change: Partial<KeyForm>) => void }

/** The project of a key, which operators choose, and what the key may do there. */
export function PlaceFields({ form, problems, onChange }: PlaceFieldsProps) {
  const isOperator = useCaller().may('admin')
  const projects = useProjects()
  if (isOperator && projects.length === 0 && form.project === '') return null
  return (
    <>
      {isOperator && (
        <Field label="Project" hint="Its keys share tasks and a budget" problem={problems['project']}>
          {(wired) => (
            <Select {...wired} value={form.project} onChange={({ target }) => onChange({ project: target.value })}>
              <option value="">None</option>
              {projects
                .filter(({ id, state }) => state === 'active' || id === form.project)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </Select>
          )}
        </Field>
      )}
      {(!isOperator || form.project !== '') && (
        <Field label="Role" problem={problems['role']}>
          {(wired) => (
            <Select {...wired} value={form.role} onChange={({ target }) => onChange({ role: target.value as Role })}>
              {ROLES.map(({ role, words }) => (
                <option key={role} value={role}>
                  {words}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </>
  )
}
