import { useId, type ReactNode } from 'react'
import './field.css'

type Wired = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldProps = {
  label: string
  /** A word on what is expected. */
  hint?: ReactNode
  /** What is wrong with what was given, and what to do. */
  problem?: string | undefined
  /** Seen by those who only listen; others know it from its place. */
  labelUnseen?: boolean
  children: (wired: Wired) => ReactNode
}

/** A label with what belongs to it: hint and problem are read out with the control. */
export function Field({ label, hint, problem, labelUnseen = false, children }: FieldProps) {
  const id = useId()
  const told = [hint === undefined ? undefined : `${id}-hint`, problem === undefined ? undefined : `${id}-problem`]
  const describedBy = told.filter((each) => each !== undefined).join(' ')
  return (
    <div className="field">
      <div className={labelUnseen && hint === undefined ? 'unseen' : 'field-label'}>
        <label htmlFor={id} className={labelUnseen ? 'unseen' : ''}>
          {label}
        </label>
        {hint !== undefined && (
          <span className="field-hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </div>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {problem !== undefined && (
        <p className="field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}
