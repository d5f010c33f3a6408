import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of a package.json that packing and releasing look at. */
export type Manifest = {
  name: string
  version: string
  private?: boolean
  workspaces?: readonly string[]
  files?: readonly string[]
  bin?: Readonly<Record<string, string>>
  exports?: Readonly<Record<string, unknown>>
  scripts?: Readonly<Record<string, string>>
  dependencies?: Readonly<Record<string, string>>
  devDependencies?: Readonly<Record<string, string>>
  optionalDependencies?: Readonly<Record<string, string>>
  overrides?: Readonly<Record<string, string>>
  allowScripts?: Readonly<Record<string, boolean>>
  engines?: Readonly<Record<string, string>>
  /** What a package says of itself only where it is published. */
  publishConfig?: Pick<Manifest, 'engines'>
}

export type Workspace = {
  /** Relative to the root of the repository; the service is `.`. */
  folder: string
  manifest: Manifest
}

/** The service first, then every package that lives beside it. */
export function readWorkspaces(root: string): [Workspace, ...Workspace[]] {
  const read = (folder: string): Workspace => ({
    folder,
    manifest: JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest,
  })
  const packages = readdirSync(join(root, 'packages'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
  return [read('.'), ...packages.toSorted().map((name) => read(`packages/${name}`))]
}

/** Our own packages that the service cannot run without, whether they are published on their own or not. */
export function bundledWith(service: Workspace, workspaces: readonly Workspace[]): Workspace[] {
  const found = new Set<Workspace>()
  const visit = ({ manifest }: Workspace): void => {
    for (const other of workspaces) {
      if (manifest.dependencies?.[other.manifest.name] === undefined || found.has(other)) continue
      found.add(other)
      visit(other)
    }
  }
  visit(service)
  return [...found]
}
