// Holds every file of the curated list against the hub: size, digest and commit, without a download. Needs internet.
//   npm exec -c 'node scripts/check-model-pins.ts [NAME…]'
import { CURATED, type HubFile } from '../src/weights/curated.ts'
import { addressOf } from '../src/weights/sources.ts'

type Told = { status: number; bytes: number | undefined; sha256: string | undefined; commit: string | undefined }

async function ask(file: HubFile): Promise<Told> {
  const token = process.env['HF_TOKEN']
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await fetch(addressOf(file, new Map()), { method: 'HEAD', redirect: 'manual', headers })
  const told = answer.headers
  const bytes = Number(told.get('x-linked-size') ?? told.get('content-length') ?? Number.NaN)
  return {
    status: answer.status,
    bytes: Number.isSafeInteger(bytes) ? bytes : undefined,
    sha256: /^"?([0-9a-f]{64})"?$/.exec(told.get('x-linked-etag') ?? '')?.[1],
    commit: told.get('x-repo-commit') ?? undefined,
  }
}

function problemsOf(file: HubFile, told: Told): string[] {
  if (told.status >= 400) return [`the hub answers ${told.status}`]
  const differs = (name: string, listed: unknown, true_: unknown): string[] =>
    listed === true_ ? [] : [`${name}: listed ${String(listed)}, in truth ${String(true_)}`]
  return [
    ...differs('bytes', file.bytes, told.bytes),
    ...differs('sha256', file.sha256, told.sha256),
    ...differs('revision', file.revision, told.commit),
  ]
}

const names = process.argv.slice(2)
let wrong = 0
for (const model of CURATED.filter(({ id }) => names.length === 0 || names.includes(id)))
  for (const file of model.files) {
    const problems = await ask(file).then(
      (told) => problemsOf(file, told),
      (error: unknown) => [`the hub cannot be reached: ${String(error)}`],
    )
    wrong += problems.length
    console.log(`${problems.length === 0 ? 'ok   ' : 'WRONG'} ${model.id} ${file.repo}/${file.path}`)
    for (const problem of problems) console.log(`        ${problem}`)
  }
process.exitCode = wrong === 0 ? 0 : 1
