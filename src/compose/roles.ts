/** What one process of a fleet does: everything, answer requests, or do the work. */
export const ROLES = ['all', 'api', 'worker'] as const
export type Role = (typeof ROLES)[number]
