/** What a value must be before any rule looks at it: checked, described and told to callers from this one place. */
export type ValueForm =
  | { type: 'text'; longest: number }
  | { type: 'whole number'; least: number; most: number }
  | { type: 'true or false' }

/** Tells whether a value is of this form; the length of a text is a rule of its own. */
export function fitsForm(form: ValueForm, value: unknown): boolean {
  switch (form.type) {
    case 'text':
      return typeof value === 'string'
    case 'whole number':
      return Number.isInteger(value) && Number(value) >= form.least && Number(value) <= form.most
    case 'true or false':
      return typeof value === 'boolean'
  }
}

/** The form in words, as in: seed must be a whole number from 0 to 10. */
export function nameForm(form: ValueForm): string {
  return form.type === 'whole number' ? `a whole number from ${form.least} to ${form.most}` : form.type
}
