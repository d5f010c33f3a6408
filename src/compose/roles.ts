/** The role of a process in a fleet: everything, answering requests, or running tasks. */
export const ROLES = ['all', 'api', 'worker'] as const
export type Role = (typeof ROLES)[number]
