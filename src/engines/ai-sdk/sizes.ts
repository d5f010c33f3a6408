import type { SizeRules } from '../../core/tasks/size.ts'

/** Named ratios, with resolutions where the provider has them. */
export function ratios(list: string, resolutions = ''): SizeRules {
  const names = list.split(' ')
  return {
    form: 'ratios',
    ratios: names,
    resolutions: resolutions === '' ? [] : resolutions.split(' '),
    defaultRatio: names[0] ?? '1:1',
  }
}

/** Exact sizes; the first is the default. */
export function sizes(list: string): SizeRules {
  const names = list.split(' ')
  return { form: 'sizes', sizes: names, defaultSize: names[0] ?? '1024x1024' }
}

/** Any size within bounds. */
export function anySize(side: number, bounds: { min: number; max: number; multipleOf: number }): SizeRules {
  return {
    form: 'free',
    defaultSize: { width: side, height: side },
    minSide: bounds.min,
    maxSide: bounds.max,
    maxArea: bounds.max * bounds.max,
    multipleOf: bounds.multipleOf,
  }
}
