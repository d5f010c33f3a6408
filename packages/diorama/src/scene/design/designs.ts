import type { Brief } from '../../brief.ts'
import type { DesignKind } from '../../design.ts'
import type { Part } from '../layers.ts'
import type { SettingOf } from '../settings/setting.ts'
import { SETTINGS } from '../settings/settings.ts'
import type { Stage } from '../stage.ts'
import { aerial } from './aerial.ts'
import { collectionParts } from './collection.ts'
import { doubleExposureParts } from './double-exposure.ts'
import { expressionParts } from './expressions.ts'
import { flatLay } from './flat-lay.ts'
import { iconParts } from './icon.ts'
import { infographicParts } from './infographic.ts'
import type { InnerScene } from './inner-scene.ts'
import { isometric } from './isometric.ts'
import { mandalaParts } from './mandala.ts'
import { markParts } from './mark.ts'
import { panelParts } from './panels.ts'
import { patternParts } from './pattern.ts'
import { tilingParts } from './tiling/tiling.ts'
import { turnaroundParts } from './turnaround.ts'

// Sheets that place their own drawings.
const SHEETS: Partial<Record<DesignKind, (stage: Stage, inner: InnerScene) => Promise<Part[]>>> = {
  mark: markParts,
  icon: iconParts,
  pattern: patternParts,
  tiling: tilingParts,
  mandala: mandalaParts,
  collection: collectionParts,
  infographic: infographicParts,
  panels: panelParts,
  turnaround: turnaroundParts,
  expressions: expressionParts,
  'double-exposure': doubleExposureParts,
}

// Surroundings in place of those of the archetype, for subjects that were placed as in any scene.
const SURROUNDINGS: Partial<Record<DesignKind, SettingOf>> = { 'flat-lay': flatLay, isometric, aerial }

/** The parts of a sheet that is no scene; nothing where the brief wants a scene. */
export async function sheetParts(stage: Stage, inner: InnerScene): Promise<Part[] | undefined> {
  const { design } = stage.brief
  return design && (await SHEETS[design.kind]?.(stage, inner))
}

/** Whether a brief is a sheet that places its own drawings. */
export const placesItsOwn = ({ design }: Brief): boolean => design !== undefined && SHEETS[design.kind] !== undefined

/** What surrounds the subjects of a brief. */
export function settingFor({ design, archetype }: Brief): SettingOf {
  return (design && SURROUNDINGS[design.kind]) ?? SETTINGS[archetype]
}

/** Whether white must stay white to its edges: on such a sheet paper has no darker corners, unless another style asks. */
export function isPlainSheet({ design, studio, style }: Brief): boolean {
  // What goes on without end has no frame and no torn paper.
  if (design?.kind === 'pattern' || design?.kind === 'tiling') return true
  if (style !== 'papercut' && style !== 'flat') return false
  return (design !== undefined && SHEETS[design.kind] !== undefined) || studio?.colour === '#ffffff'
}
