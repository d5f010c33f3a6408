import { createInterface } from 'node:readline/promises'
import { RUNTIME_IS_FETCHED, tryInstalledModel } from '../../compose/try-model.ts'
import { openWeights } from '../../compose/weights.ts'
import { readConfig } from '../../config.ts'
import { type LocalModel, WEIGHTS_ROLES, type WeightsRole } from '../../core/local-model.ts'
import { systemClock, systemRandom } from '../../runtime/system.ts'
import { addModel, checkOrder, gigabytes, planAdd, type WeightsDeps } from '../../weights/add-model.ts'
import { CURATED } from '../../weights/curated.ts'
import { notRunnable } from '../../weights/families.ts'
import { removeModel, pruneStore, verifyModels } from '../../weights/keep-house.ts'
import { curatedOrder, ownOrder, type ModelOrder, type OwnWeights } from '../../weights/model-order.ts'
import { readDownloads } from '../../weights/pending-models.ts'
import { availableModels, estimateOf, installedModels } from '../../weights/weights-view.ts'
import { watchInterrupts } from '../process-ends.ts'
import type { Call, Given } from '../command.ts'
import { EXIT, InterruptedByUser, UsageError } from '../exit-codes.ts'
import { table } from '../table.ts'
import { openScreen, type Screen } from '../terminal/screen.ts'
import { addingReport } from './adding-report.ts'

type Opened = { deps: WeightsDeps; screen: Screen; given: Given }

function opened({ given, environment }: Call): Opened {
  const deps = openWeights(readConfig(environment), { clock: systemClock, random: systemRandom })
  return { deps, given, screen: openScreen({ json: given.flag('json') === true, environment }) }
}

const sizeOf = (bytes: number | undefined): string => (bytes === undefined ? 'unknown' : gigabytes(bytes))

const leftOf = (bytes: number | undefined): string =>
  bytes === undefined ? 'unknown' : `${gigabytes(bytes)} to download`

/** Lists the models that can be added by name. */
export async function availableCommand(call: Call): Promise<number> {
  const { deps, screen } = opened(call)
  const models = await availableModels(deps)
  if (screen.isJson) return done(screen.printJson(models))
  const rows = models.map((model) => [
    model.id,
    `${model.title}: ${model.about}`,
    sizeOf(model.bytes),
    model.isInstalled ? 'installed' : leftOf(model.missingBytes),
    model.isRunnable ? 'yes' : 'with sd-server',
    model.licence,
  ])
  screen.print(
    table([['NAME', 'MODEL', 'DISK', 'HERE', 'RUNS', 'LICENCE'], ...rows], { columns: screen.columns, whole: [0] }),
  )
  screen.print(
    `To add one, run 'mediagen models add ${CURATED[0]?.id ?? 'NAME'}'. To add your own weights, run 'mediagen models add FILE'.`,
  )
  return EXIT.done
}

/** Lists installed models, and downloads in progress. */
export async function listCommand(call: Call): Promise<number> {
  const { deps, screen } = opened(call)
  const problems: string[] = []
  const installed = await installedModels(deps, ({ why }) => problems.push(why))
  const downloads = await readDownloads(deps.places)
  if (screen.isJson) return done(screen.printJson({ installed, downloads, problems }))
  if (installed.length + downloads.length === 0)
    screen.print("This machine has no neural models yet. 'mediagen models available' lists those you can add.")
  if (installed.length > 0) {
    const rows = installed.map((model) => [
      model.id,
      model.kind,
      model.does,
      model.family,
      model.driver,
      gigabytes(model.bytes),
      model.licence,
      model.missing.length === 0 ? 'ready' : `missing: ${model.missing.join(', ')}`,
    ])
    const head = ['NAME', 'KIND', 'DOES', 'FAMILY', 'DRIVER', 'DISK', 'LICENCE', 'STATE']
    screen.print(table([head, ...rows], { columns: screen.columns, whole: [0] }))
  }
  for (const { id, state, bytes, totalBytes, error } of downloads)
    screen.print(
      `${id}: ${state}, ${gigabytes(bytes)} of ${sizeOf(totalBytes)}${error === undefined ? '' : `. ${error}`}`,
    )
  for (const problem of problems) screen.note(problem)
  return problems.length === 0 ? EXIT.done : EXIT.failed
}

const isListed = (name: string): boolean => CURATED.some(({ id }) => id === name)

/** Adds a model from the list, or the operator's own weights. */
export async function addCommand(call: Call): Promise<number> {
  const { deps, screen, given } = opened(call)
  const [source = ''] = given.args
  const order = isListed(source) ? curatedOrder(source, deps.mirrors) : await ownOrder(deps, source, ownWeights(given))
  const plan = await planAdd(deps, order)
  await introduce({ screen, deps }, order, plan)
  const acceptedLicence = given.flag('accept-licence') === true || (await asksToAccept(screen, order))
  const adding = { acceptedLicence, allowsUnpinned: given.flag('unpinned') === true }
  await checkOrder(deps, order, adding)
  const report = addingReport(screen, () => systemClock.elapsed())
  const interrupts = watchInterrupts({ onFirst: report.clear, onSecond: report.clear })
  try {
    const manifest = await addModel(deps, order, { ...adding, signal: interrupts.signal, onEvent: report.hear })
    report.clear()
    const whyNot = notRunnable(manifest, deps.drivers)
    const isTried = whyNot === undefined && given.flag('trial') !== false
    const trial = isTried ? await tryOut(call, manifest.id, { screen, signal: interrupts.signal }) : undefined
    const failed = trial !== undefined && 'trouble' in trial
    if (screen.isJson) screen.printJson(trial === undefined ? manifest : { ...manifest, trial })
    else
      screen.print(
        `Added the model '${manifest.id}'. ${whyNot === undefined ? nextStep(manifest) : `It does not run yet: ${whyNot}.`}`,
      )
    return failed ? EXIT.failed : EXIT.done
  } catch (error) {
    report.clear()
    if (error instanceof InterruptedByUser)
      screen.note(`Stopped. The partial download is kept. To resume, run: mediagen models add ${source}`)
    throw error
  } finally {
    interrupts.letGo()
  }
}

type TryingOut = { screen: Screen; signal: AbortSignal }

/** Makes something small with a model, so that a user's first task does not reveal that it cannot run here. */
async function tryOut(
  { environment }: Call,
  id: string,
  { screen, signal }: TryingOut,
): Promise<Awaited<ReturnType<typeof tryInstalledModel>>> {
  const note = (text: string): void => {
    if (!screen.isJson) screen.note(text)
  }
  const quiet = (): void => undefined
  const info = (message: string): void => {
    if (message === RUNTIME_IS_FETCHED) note('  runtime   230 MB, downloaded once')
  }
  const trial = await tryInstalledModel(readConfig(environment), id, {
    clock: systemClock,
    log: { debug: quiet, info, warn: quiet, error: quiet },
    signal,
    onBegun: (what) => note(`  trial     ${what} …`),
  })
  if (trial === undefined) return undefined
  if ('trouble' in trial)
    note(
      `  trial     failed: ${trial.trouble.replace(/\.$/, '')}. Run 'mediagen doctor' to see what this machine can run.`,
    )
  else note(`  trial     ok in ${trial.seconds.toFixed(1)} s, loading included. ${trial.remarks.join(' ')}`.trimEnd())
  return trial
}

/** A moderation model is offered to nobody: the operator has to name it. */
function nextStep({ id, does }: Pick<LocalModel, 'id' | 'does'>): string {
  return does === 'moderate'
    ? `To check pictures with it, start the service with MEDIAGEN_MODERATION_MODEL=${id}.`
    : 'A running service offers it within seconds.'
}

async function introduce(
  { screen, deps }: Pick<Opened, 'screen' | 'deps'>,
  order: ModelOrder,
  plan: Awaited<ReturnType<typeof planAdd>>,
): Promise<void> {
  if (screen.isJson) return
  const { totalBytes, missingBytes, freeBytes } = plan
  const { memory, download, picture } = estimateOf(deps, order, { machine: await deps.machine(), missingBytes })
  const licence = order.licence === 'unknown' ? 'licence unknown' : order.licence
  screen.note(`${order.title} (${licence}): ${order.about}`)
  const left = missingBytes === 0 ? 'fully downloaded' : `${sizeOf(missingBytes)} still to download`
  const here = missingBytes === undefined || totalBytes === missingBytes ? '' : `, ${left}`
  screen.note(`  disk      ${sizeOf(totalBytes)}${here}; ${gigabytes(freeBytes)} free`)
  if (memory !== undefined) screen.note(`  memory    ${memory}`)
  if (download !== undefined && order.files.some((file) => 'wanted' in file)) screen.note(`  download  ${download}`)
  if (picture !== undefined) screen.note(`  picture   ${picture}`)
  const whyNot = notRunnable(order, deps.drivers)
  if (whyNot !== undefined) screen.note(`  runs      not yet: ${whyNot}`)
  if (order.from === order.id && order.isPinned)
    screen.note('  digests   from public lists; this model has not been tested yet')
}

async function asksToAccept(screen: Screen, order: ModelOrder): Promise<boolean> {
  if (!order.asksLicence || screen.isJson || !screen.isLive || !process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(`Licence: ${order.licence}, ${order.licenceUrl}. Do you accept it? [y/N] `)
    return /^y(?:es)?$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}

const SIZE = /^(\d{2,4})x(\d{2,4})$/
const MULTIPLE = 16

function ownWeights(given: Given): OwnWeights {
  const sizes = given.texts('size')
  const wrong = sizes.find((size) => !SIZE.test(size))
  if (wrong !== undefined) throw new UsageError(`--size must be a size such as 1024x1024, not '${wrong}'.`)
  const uneven = sizes.find((size) => size.split('x').some((side) => Number(side) % MULTIPLE !== 0))
  if (uneven !== undefined)
    throw new UsageError(`Both sides of --size must be multiples of ${MULTIPLE}, not '${uneven}'.`)
  return {
    id: given.text('id'),
    kind: given.text('kind') as LocalModel['kind'] | undefined,
    family: given.text('family'),
    driver: given.text('driver') as LocalModel['driver'] | undefined,
    sizes,
    licence: given.text('licence'),
    defaults: Object.fromEntries(given.texts('set').map(readDefault)),
    files: given.texts('file').map(readFileOption),
    isCopied: given.flag('copy') === true,
    trustsPickle: given.flag('trust-pickle') === true,
  }
}

function readDefault(text: string): [string, number | string | boolean] {
  const [, name = '', value = ''] = /^([a-z][a-z0-9_]*)=(.+)$/.exec(text) ?? []
  if (name === '') throw new UsageError(`--set must be NAME=VALUE, such as steps=8, not '${text}'.`)
  if (value === 'true' || value === 'false') return [name, value === 'true']
  return [name, Number.isFinite(Number(value)) ? Number(value) : value]
}

function readFileOption(text: string): { role: WeightsRole; source: string } {
  const at = text.indexOf('=')
  const role = WEIGHTS_ROLES.find((each) => each === text.slice(0, Math.max(0, at)))
  if (role === undefined)
    throw new UsageError(`--file must be ROLE=PATH with one of the roles ${WEIGHTS_ROLES.join(', ')}, not '${text}'.`)
  return { role, source: text.slice(at + 1) }
}

/** Removes a model. */
export async function removeCommand(call: Call): Promise<number> {
  const { deps, screen, given } = opened(call)
  const [id = ''] = given.args
  const { freedBytes } = await removeModel(deps, id)
  if (screen.isJson) return done(screen.printJson({ id, freed_bytes: freedBytes }))
  screen.print(`Removed '${id}' and freed ${gigabytes(freedBytes)}.`)
  return EXIT.done
}

/** Reads all files again; fails if one is damaged. */
export async function verifyCommand(call: Call): Promise<number> {
  const { deps, screen, given } = opened(call)
  const verified = await verifyModels(deps, given.args.length === 0 ? {} : { ids: given.args })
  const bad = verified.filter(({ state }) => state !== 'ok')
  if (screen.isJson) screen.printJson(verified)
  else {
    for (const { model, role, name, state } of verified) screen.print(`${state.padEnd(8)} ${model}  ${role}  ${name}`)
    const names = [...new Set(bad.map(({ model }) => model))]
    const [listed, own] = [names.filter(isListed), names.filter((name) => !isListed(name))]
    if (listed.length > 0)
      screen.note(`Download them again: ${listed.map((name) => `mediagen models add ${name}`).join('; ')}`)
    if (own.length > 0)
      screen.note(`Your own weights (${own.join(', ')}): put the files back, or remove the model and add it again.`)
  }
  return bad.length === 0 ? EXIT.done : EXIT.failed
}

/** Removes files that no model needs. */
export async function pruneCommand(call: Call): Promise<number> {
  const { deps, screen } = opened(call)
  const { freedBytes } = await pruneStore(deps)
  if (screen.isJson) return done(screen.printJson({ freed_bytes: freedBytes }))
  screen.print(`Freed ${gigabytes(freedBytes)}.`)
  return EXIT.done
}

function done(_printed: void): number {
  return EXIT.done
}
