import type { Config } from '../config.ts'
import type { LocalModel } from '../core/local-model.ts'
import type { JudgeSettings } from '../core/moderation.ts'
import { localModerator } from '../moderation/local-moderator.ts'
import type { Images } from '../ports/images.ts'
import type { Moderator } from '../ports/moderation.ts'
import type { Clock, Log } from '../ports/runtime.ts'
import { readInstalledModels } from '../weights/installed-models.ts'
import { localPlace } from './local-place.ts'
import { weightsFolder } from './weights.ts'

type Given = { clock: Clock; log: Log; images: Images; opened: Pick<AsyncDisposableStack, 'defer'> }

/** A model on this machine that judges pictures. It may be added, or come back, while the service runs. */
export async function openLocalJudge(config: Config, settings: JudgeSettings, given: Given): Promise<Moderator> {
  const { clock, log, images, opened } = given
  const model = async (): Promise<LocalModel | undefined> =>
    (await readInstalledModels(weightsFolder(config))).find(({ id }) => id === settings.model)
  if ((await model()) === undefined)
    log.warn('the model that rates pictures is not installed on this machine', {
      model: settings.model,
      advice: `mediagen models add ${settings.model}`,
    })
  const { openJudge } = await import('../engines/local/open-judge.ts')
  const judge = openJudge({ clock, log, place: localPlace(config), model })
  opened.defer(() => judge.close())
  return localModerator({ judge: judge.judge, images, log }, settings)
}
