import type { Brief } from '../../brief.ts'
import type { DesignKind } from '../../design.ts'
import type { Part } from '../layers.ts'
import type { SettingOf } from '../settings/setting.ts'
import { settingOf } from '../settings/settings.ts'
import type { Stage } from '../stage.ts'
import type { InnerScene } from './inner-scene.ts'

type SheetParts = (stage: Stage, inner: InnerScene) => Promise<Part[]>

// Sheets that place their own drawings. Each is loaded when it is asked for, since most pictures are scenes.
const SHEETS: Partial<Record<DesignKind, () => Promise<SheetParts>>> = {
  mark: async () => (await import('./mark.ts')).markParts,
  icon: async () => (await import('./icon.ts')).iconParts,
  pattern: async () => (await import('./pattern.ts')).patternParts,
  tiling: async () => (await import('./tiling/tiling.ts')).tilingParts,
  mandala: async () => (await import('./mandala.ts')).mandalaParts,
  collection: async () => (await import('./collection.ts')).collectionParts,
  panels: async () => (await import('./panels.ts')).panelParts,
}

// Surroundings in place of those of the archetype, for subjects that were placed as in any scene.
const SURROUNDINGS: Partial<Record<DesignKind, () => Promise<SettingOf>>> = {
  'flat-lay': async () => (await import('./flat-lay.ts')).flatLay,
}

/** The parts of a sheet that is no scene; nothing where the brief wants a scene. */
export async function sheetParts(stage: Stage, inner: InnerScene): Promise<Part[] | undefined> {
  const { design } = stage.brief
  const parts = design && (await SHEETS[design.kind]?.())
  return parts?.(stage, inner)
}

/** Whether a brief is a sheet that places its own drawings. */
export const placesItsOwn = ({ design }: Brief): boolean => design !== undefined && SHEETS[design.kind] !== undefined

/** What surrounds the subjects of a brief. */
export async function settingFor({ design, archetype }: Brief): Promise<SettingOf> {
  const surroundings = design && SURROUNDINGS[design.kind]
  return surroundings ? surroundings() : settingOf(archetype)
}

/** Whether white must stay white to its edges: on such a sheet paper has no darker corners, unless another style asks. */
export function isPlainSheet({ design, studio, style }: Brief): boolean {
  // What goes on without end has no frame and no torn paper.
  if (design?.kind === 'pattern' || design?.kind === 'tiling') return true
  if (style !== 'papercut' && style !== 'flat') return false
  return (design !== undefined && SHEETS[design.kind] !== undefined) || studio?.colour === '#ffffff'
}
