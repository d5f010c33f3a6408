import type { NamedInput } from '@mediagen/client'
import type { SettingTexts } from './settings.ts'
import { tabStore } from '../../../data/tab-store.ts'

export type Kind = 'image' | 'video'

/** A picture to work from: one of ours by its address, or one of the user's as a `data:` address. */
export type Reference = {
  id: string
  name: string
  url: string
  /** What it is for, where somebody chose that; else its place decides. */
  role?: Role
  /** A PNG of its size as a `data:` address, transparent where it is to be repainted. */
  mask?: string
}
export type Role = NamedInput['role']

/** All that the user has said. Empty texts mean that the model decides. */
export type Form = {
  kind: Kind
  prompt: string
  /** The chosen models; several are asked for the same. */
  models: Readonly<Record<Kind, readonly string[]>>
  /** A ratio such as 16:9, a size such as 1024x1024, or empty. */
  shape: string
  /** Such as 720p, or empty. */
  resolution: string
  /** Digits, or empty for another one each time. */
  seed: string
  count: number
  settings: SettingTexts
  /** The model's own options, as texts. */
  options: Readonly<Record<string, string>>
  references: readonly Reference[]
  /** Pictures that the browser had no room to keep over a reload. */
  lost: number
}

const EMPTY_FORM: Form = {
  kind: 'image',
  prompt: '',
  models: { image: [], video: [] },
  shape: '',
  resolution: '',
  seed: '',
  count: 1,
  settings: {},
  options: {},
  references: [],
  lost: 0,
}

export const formStore = tabStore<Form>('mediagen.playground.form', {
  empty: EMPTY_FORM,
  read: (kept) => ({ ...EMPTY_FORM, ...(kept as Partial<Form>) }),
  pictureLength: lengthOfPictures,
  smaller: (form) => {
    const references = form.references.filter(({ url }) => !url.startsWith('data:'))
    return { ...form, references, lost: form.references.length - references.length }
  },
})

/** How many characters the addresses of pictures have: those of the user's own are the pictures themselves. */
export function lengthOfPictures({ references }: Pick<Form, 'references'>): number {
  return references.reduce((sum, { url, mask = '' }) => sum + url.length + mask.length, 0)
}

/** Changes some of the form. */
export function editForm(change: Partial<Form>): void {
  formStore.set({ ...formStore.get(), ...change })
}
