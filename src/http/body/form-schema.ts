import { isOptionalText, PARAMETERS, type ParameterName } from '../../core/tasks/generation-request.ts'
import { PICTURE_ROLES, type PictureRole } from '../../core/tasks/roles.ts'
import type { ValueForm } from '../../core/text/value-form.ts'
import { formOf, type Field, type GenerationForm, longestPrompt } from './generation-form.ts'
import { Type, type ObjectSchema, type Schema } from '../answer/schema.ts'

const ImageAddress = Type.String({ description: 'An http(s) or data: URL of a picture.' })
const ImageItem = Type.Union([
  ImageAddress,
  Type.Object(
    { url: ImageAddress, role: Type.Optional(Type.Enum(PICTURE_ROLES, { type: 'string' })) },
    {
      additionalProperties: false,
      description: 'An image with its role; the `takes.roles` of a model lists the roles.',
    },
  ),
])

/** How documents describe the JSON body of an API, from the same table that the check uses. */
export function jsonSchema(form: GenerationForm): ObjectSchema {
  return schemaFrom(form, { pattern: '\\S' })
}

/** `given` is the rule for an optional text that is present: in JSON, not blank. */
function schemaFrom(form: GenerationForm, given: object): ObjectSchema {
  const properties = Object.entries(form.fields).map(([name, field]) => [name, propertyOf(form, field, given)] as const)
  return Type.Object(Object.fromEntries(properties), { additionalProperties: form.takesUnknown === true })
}

/** The same as a form, in which references may also be files, and repeated. */
export function multipartSchema(form: GenerationForm): Schema {
  const file = { type: 'string', format: 'binary' }
  const description = 'A file, or an http(s) or data: URL; repeat the field for several. The order matters.'
  const images = Object.entries(form.fields)
    .filter(([, { means }]) => means === 'image')
    .map(([name, field]) => {
      const { description: what } = field
      const isOne = 'role' in field && field.role !== undefined
      return [name, isOne ? { ...file, description: what } : { type: 'array', items: file, description }]
    })
  const schema = schemaFrom(form, {})
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(images) } }
}

/** Both forms of a body, as the schema of a route; `more` is what a table cannot express. */
export function formBody(form: GenerationForm, more: object = {}): { content: Record<string, { schema: Schema }> } {
  return {
    content: {
      'application/json': { schema: { ...jsonSchema(form), ...more } },
      'multipart/form-data': { schema: { ...multipartSchema(form), ...more } },
    },
  }
}

function propertyOf(form: GenerationForm, field: Field, given: object): Schema {
  const { description, means } = field
  if (means === 'image') return imageProperty(field.role, description)
  const wanted: ValueForm | undefined =
    means === 'prompt' ? { type: 'text', longest: longestPrompt(form) } : formOf(field)
  if (wanted === undefined) return Type.Optional(Type.Unknown({ description }))
  return isRequired(means)
    ? schemaOf(wanted, { description, minLength: 1 })
    : Type.Optional(schemaOf(wanted, { description, ...(isOptionalText(means) ? given : {}) }))
}

function imageProperty(role: PictureRole | undefined, description: string): Schema {
  if (role !== undefined) return Type.Optional(Type.String({ description }))
  return Type.Optional(Type.Union([ImageItem, Type.Array(ImageItem)], { description }))
}

function isRequired(means: Field['means']): means is ParameterName {
  return Object.hasOwn(PARAMETERS, means) && PARAMETERS[means as ParameterName].isRequired
}

function schemaOf(
  form: ValueForm,
  { description, ...least }: { description: string; minLength?: number; pattern?: string },
): Schema {
  switch (form.type) {
    case 'text':
      return Type.String({ ...least, maxLength: form.longest, description })
    case 'whole number':
      return Type.Integer({ minimum: form.least, maximum: form.most, description })
    case 'number':
      return Type.Number({ minimum: form.least, maximum: form.most, description })
    case 'true or false':
      return Type.Boolean({ description })
    case 'one of':
      return Type.Enum(form.values, { type: 'string', description })
    case 'object':
      return Type.Object({}, { additionalProperties: true, description })
  }
}
