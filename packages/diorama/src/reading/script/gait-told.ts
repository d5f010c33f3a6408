import type { Script, Subject } from '../../brief.ts'

/** What walks by a drawing without joints is no matter for the stage, but in a clip it shows. */
export function withGait(subject: Subject, { entities, deeds }: Script): Subject {
  const at = entities.findIndex(({ art }) => art === subject.art)
  const verb = deeds.find(({ agents }) => agents.includes(at))?.verb
  const gait = verb === 'walk' ? 'walk' : verb === 'run' || verb === 'chase' ? 'run' : undefined
  return gait ? { ...subject, gait } : subject
}
