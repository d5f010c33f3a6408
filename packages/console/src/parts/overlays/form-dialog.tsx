import { useId, useState, type ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { Dialog } from './dialog.tsx'

type FormDialogProps = {
  title: string
  about: ReactNode
  label: string
  hint?: string
  type?: 'text' | 'datetime-local'
  maxLength?: number
  /** What the field begins with. */
  initial?: string
  submit: ReactNode
  isBusy?: boolean
  onChange?: (text: string) => void
  /** Given what was written, without the spaces around it; a text that comes back says why that does not do. */
  onSubmit: (text: string) => string | undefined
  /** What went wrong after it was sent. */
  problem?: string | undefined
  onClose: () => void
  children?: ReactNode
}

/** One question, answered in one field. */
export function FormDialog(props: FormDialogProps) {
  const { title, about, label, hint, type = 'text', maxLength, initial = '', submit, isBusy = false, children } = props
  const { onChange, onSubmit, onClose } = props
  const formId = useId()
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string>()
  return (
    <Dialog
      open
      title={title}
      about={about}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} disabled={isBusy}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setProblem(onSubmit(text.trim()))
        }}
      >
        <Field label={label} hint={hint} problem={props.problem ?? problem}>
          {(wired) => (
            <input
              {...wired}
              className="input"
              type={type}
              maxLength={maxLength}
              value={text}
              onChange={({ target }) => {
                setText(target.value)
                onChange?.(target.value)
              }}
            />
          )}
        </Field>
        {children}
      </form>
    </Dialog>
  )
}
