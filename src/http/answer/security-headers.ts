/**
 * What every answer carries unless its route says otherwise: it is what it says it is, runs and loads nothing, is shown in no
 * frame, is taken by no page of another origin without asking (CORS asks), and tells nobody where a click came from.
 */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const
