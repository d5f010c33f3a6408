import { ERROR_TYPES } from './error-reply.ts'
import { Type } from './schema.ts'

/** How documents describe the one body that every error has. */
export const ErrorBody = Type.Object({
  error: Type.Object({
    code: Type.String({ description: 'One of the codes of the error list; match on this.' }),
    message: Type.String({ description: 'What is wrong and what to do, for people.' }),
    type: Type.Enum([...ERROR_TYPES]),
    param: Type.Union([Type.String(), Type.Null()], { description: 'The parameter that is meant, if there is one.' }),
    request_id: Type.String({ description: 'The same as in the header x-request-id; quote it when you ask for help.' }),
  }),
})
