import type { Model } from '@mediagen/client'
import type { ReactNode } from 'react'
import { fileAddressHere } from '../../../data/file-address.ts'
import { ChevronDown, SlidersHorizontal } from '../../../look/icons.ts'
import { useMedia } from '../../../parts/words/media-query.ts'
import type { Form } from './form.ts'
import { settingChoicesOf } from './settings.ts'

type SettingsProps = {
  about: string
  pictures: readonly string[]
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

// More would push out what they are.
const MOST_PICTURES = 2

/** Everything but the prompt. On a small screen it is one row that says what is chosen, and opens. */
export function Settings({ about, pictures, isOpen, onToggle, children }: SettingsProps) {
  const isNarrow = useMedia('(width < 960px)')
  return (
    <details
      className="play-settings"
      open={!isNarrow || isOpen}
      onToggle={({ currentTarget }) => isNarrow && onToggle(currentTarget.open)}
    >
      <summary>
        <SlidersHorizontal aria-hidden />
        Settings
        {isNarrow && <span className="play-settings-about">{about}</span>}
        {isNarrow &&
          pictures
            .slice(0, MOST_PICTURES)
            .map((url, index) => (
              <img key={index} className="play-settings-picture" src={fileAddressHere(url)} alt="" />
            ))}
        <ChevronDown aria-hidden />
      </summary>
      <div className="play-settings-fields">{children}</div>
    </details>
  )
}

/** What is chosen, in a few words. */
export function settingsText(
  { shape, resolution, kind, count, references, seed, settings: { seconds = '' } }: Form,
  chosen: readonly Model[],
): string {
  return [
    chosen.map(({ id }) => id).join(' + '),
    shape === '' ? '' : shape,
    kind === 'video' ? resolution : '',
    // What a clip costs depends on it.
    kind === 'video' && settingChoicesOf(chosen).seconds.includes(Number(seconds)) ? `${seconds} s` : '',
    kind === 'image' && count > 1 ? `${count} images` : '',
    references.length > 0 ? `${references.length} ref.` : '',
    seed === '' ? '' : `seed ${seed}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
