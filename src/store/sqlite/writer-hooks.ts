/** A function inside of an argument. It stays where it is: what the thread would call it with comes back with the answer. */
export type Hook = { argument: number; name: string }
export type HookCall = Hook & { values: readonly unknown[] }

/** The arguments as they may cross to the thread, and what was left behind. */
export function withoutHooks(args: readonly unknown[]): { plain: readonly unknown[]; hooks: readonly Hook[] } {
  const hooks: Hook[] = []
  const plain = args.map((arg, argument) => {
    if (typeof arg !== 'object' || arg === null) return arg
    const names = Object.entries(arg).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))
    if (names.length === 0) return arg
    hooks.push(...names.map((name) => ({ argument, name })))
    return { ...arg, ...Object.fromEntries(names.map((name) => [name, undefined])) }
  })
  return { plain, hooks }
}

/** The arguments with functions in the places of those that were left behind, which note what they are called with. */
export function withNotes(args: readonly unknown[], hooks: readonly Hook[], notes: HookCall[]): readonly unknown[] {
  if (hooks.length === 0) return args
  return args.map((arg, argument) => {
    const own = hooks.filter((hook) => hook.argument === argument)
    if (own.length === 0) return arg
    const noting = own.map((hook) => [hook.name, (...values: unknown[]) => void notes.push({ ...hook, values })])
    return { ...(arg as object), ...Object.fromEntries(noting) }
  })
}

/** Calls what was left behind. */
export function callHooks(args: readonly unknown[], calls: readonly HookCall[]): void {
  for (const { argument, name, values } of calls) {
    const owner = args[argument] as Record<string, (...values: readonly unknown[]) => void>
    owner[name]?.(...values)
  }
}
