import { Download, Link2, Star, Trash2, ZoomIn, ZoomOut } from '../../look/icons.ts'
import type { ReactNode } from 'react'
import type { useStar } from '../../data/collections.ts'
import { fileAddressHere } from '../../data/file-address.ts'
import { Button, buttonClass, IconButton } from '../../parts/controls/button.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { copyText } from '../../parts/words/copy-button.tsx'
import { isVideo } from '../../tasks/thumb.tsx'
import { CollectButton } from './collect-button.tsx'
import type { Shown } from './zoom-stage.tsx'

/** How much larger than the room allows. */
export const ZOOMS = [1, 1.5, 2, 3, 4, 6] as const

type LightboxToolsProps = {
  /** Undefined while nobody knows when it was asked for. */
  task: { id: string; created: number } | undefined
  shown: Shown
  /** The name of its file once it is downloaded. */
  saveAs: string
  /** Which of ZOOMS. */
  zoom: number
  onZoom: (zoom: number) => void
  star: ReturnType<typeof useStar>
  onDelete: (() => void) | undefined
}

/** What can be done with the result that is shown. */
export function LightboxTools({ task, shown, saveAs, zoom, onZoom, star, onDelete }: LightboxToolsProps) {
  const copyAddress = async (): Promise<void> => {
    if (await copyText(shown.url ?? '')) toast('URL copied to the clipboard.')
  }
  return (
    <div className="lightbox-tools">
      {!isVideo(shown) && (
        <div className="lightbox-zoom">
          <IconButton label="Zoom out" disabled={zoom === 0} onClick={() => onZoom(zoom - 1)}>
            <ZoomOut />
          </IconButton>
          <IconButton label="Zoom in" disabled={zoom === ZOOMS.length - 1} onClick={() => onZoom(zoom + 1)}>
            <ZoomIn />
          </IconButton>
        </div>
      )}
      <Button kind="quiet" className="lightbox-star" aria-pressed={star.isStarred} onClick={star.toggle}>
        <Star />
        <Word>Favorite</Word>
      </Button>
      {task !== undefined && (
        <CollectButton tasks={[task]}>
          <Word>Collect</Word>
        </CollectButton>
      )}
      <a className={buttonClass({ kind: 'quiet' })} href={fileAddressHere(shown.url ?? '')} download={saveAs}>
        <Download />
        <Word>Download</Word>
      </a>
      <Button kind="quiet" onClick={() => void copyAddress()}>
        <Link2 />
        <Word>Copy URL</Word>
      </Button>
      {onDelete !== undefined && (
        <Button kind="quiet" onClick={onDelete}>
          <Trash2 />
          <Word>Delete</Word>
        </Button>
      )}
    </div>
  )
}

/** Beside its icon, or below it where the bar is narrow. */
function Word({ children }: { children: ReactNode }) {
  return <span className="lightbox-word">{children}</span>
}
