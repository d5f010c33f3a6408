import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { constants } from 'node:os'

/**
 * Does something while no file descriptors are left for the pipes of a process. Node then gives out a process without
 * pipes, and emits the error afterwards; using up all descriptors for that would harm other tests.
 */
export async function withoutDescriptors<T>(work: () => Promise<T>): Promise<T> {
  const onCreated = (message: unknown): void => {
    const { process: child } = message as { process: ChildProcess }
    const spawn = (): number => {
      const error = Object.assign(new Error('spawn EMFILE'), { code: 'EMFILE' })
      process.nextTick(() => child.emit('error', error))
      return -constants.errno.EMFILE
    }
    Object.assign(child, { spawn })
  }
  subscribe('child_process', onCreated)
  try {
    return await work()
  } finally {
    unsubscribe('child_process', onCreated)
  }
}
