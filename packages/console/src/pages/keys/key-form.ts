import { ApiError, type CreateKeyBody, type GetMeAnswer, type ManagedKey } from '@mediagen/client'
import { errorText } from '../../parts/states/error-state.tsx'
import { localText } from '../../parts/words/local-text.ts'
import { limitTexts, readLimits, type LimitTexts } from './limit-fields.ts'

export type KeyForm = {
  name: string
  scopes: ManagedKey['scopes']
  /** Null for all of them. */
  models: string[] | null
  /** A day and hour as the browser's field has it; nothing for never. */
  expires: string
  limits: LimitTexts
  /** Whether each end user behind the key has limits too. */
  hasUserLimits: boolean
  userLimits: LimitTexts
  /** The id of a project; nothing for none. */
  project: string
  role: NonNullable<ManagedKey['role']>
}

/** What is wrong, by the name of the field; '' for what belongs to none. */
export type Problems = Readonly<Record<string, string>>

// What a key has that is made without a word about it.
const NEW = {
  name: '',
  scopes: ['images:write', 'videos:write', 'tasks:read', 'tasks:write'] as ManagedKey['scopes'],
  models: null as ManagedKey['models'],
  expires: null as ManagedKey['expires'],
  limits: null,
  userLimits: null,
  project: null,
  role: null,
}

/** A key as the form has it; for a new one by the owner of a project, no more than the owner's key may do. */
export function formOf(key: ManagedKey | undefined, owner: GetMeAnswer | undefined): KeyForm {
  const { name, scopes, models, expires, limits, userLimits, project, role } = key ?? newFor(owner)
  return {
    name,
    scopes,
    models,
    expires: expires === null ? '' : localText(expires),
    limits: limitTexts(limits),
    hasUserLimits: userLimits !== null,
    userLimits: limitTexts(userLimits),
    project: project ?? '',
    role: role ?? 'member',
  }
}

function newFor(owner: GetMeAnswer | undefined): typeof NEW {
  if (owner === undefined) return NEW
  return { ...NEW, scopes: NEW.scopes.filter((scope) => owner.scopes.includes(scope)), models: owner.models }
}

type Reading = {
  isOperator?: boolean
  /** Whether the service decides when a key without an expiry ends: a new key ends with its owner's. */
  expiresByDefault?: boolean
}

/** What is sent, or why it cannot be. */
export function readForm(
  form: KeyForm,
  { isOperator = true, expiresByDefault = false }: Reading = {},
): { body: CreateKeyBody; problems: Problems } {
  const own = readLimits('limits', form.limits)
  const users = form.hasUserLimits ? readLimits('userLimits', form.userLimits) : { limits: null, problems: {} }
  const problems: Record<string, string> = { ...own.problems, ...users.problems }
  const name = form.name.trim()
  if (name === '') problems['name'] = 'Enter a name that says who uses the key.'
  if (form.scopes.length === 0) problems['scopes'] = 'Choose at least one permission.'
  if (form.models?.length === 0) problems['models'] = 'Choose at least one model, or allow all.'
  const expires = form.expires === '' ? null : Math.floor(new Date(form.expires).getTime() / 1000)
  return {
    body: {
      name,
      scopes: form.scopes,
      models: form.models,
      ...(expires === null && expiresByDefault ? {} : { expires }),
      limits: own.limits,
      userLimits: users.limits,
      ...placeIn(form, isOperator),
    },
    problems,
  }
}

/** An owner's keys are of its project, whatever is said. */
function placeIn({ project, role }: KeyForm, isOperator: boolean): Pick<CreateKeyBody, 'project' | 'role'> {
  if (!isOperator) return { role }
  return project === '' ? { project: null } : { project, role }
}

/** What the service said, at the field that it means. */
export function problemsFrom(error: unknown): Problems {
  const param = error instanceof ApiError ? (error.param ?? '') : ''
  const isField = /^(?:name|scopes|models|expires|project|role|(?:user)?limits\.\w+)$/i.test(param)
  return { [isField ? param : '']: errorText(error) }
}
