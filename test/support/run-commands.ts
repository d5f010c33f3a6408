import { runInHost, type Ran } from './command-host.ts'

/** Runs commands of mediagen one after the other, without a process for each. */
export async function runCommands(
  lines: readonly (readonly string[])[],
  { env, cwd }: { env: NodeJS.ProcessEnv; cwd?: string },
): Promise<Ran[]> {
  const all: Ran[] = []
  for (const args of lines) all.push(await runInHost({ args, env, cwd, input: '' }))
  return all
}
