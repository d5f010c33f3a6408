/** The prompt of a task that takes its process down. */
export const KILLER = 'take your process down'
