import { lazy, Suspense, type ReactNode } from 'react'
import { FolderPlus } from '../../look/icons.ts'
import { Button } from '../../parts/controls/button.tsx'
import type { CollectMenuProps } from './collect.tsx'

// A quarter of what the gallery would load before its first picture.
const CollectMenu = lazy(async () => ({ default: (await import('./collect.tsx')).CollectMenu }))

type CollectButtonProps = Omit<CollectMenuProps, 'trigger'> & { size?: 'usual' | 'small'; children: ReactNode }

/** The button that puts results into a collection. */
export function CollectButton({ size = 'usual', children, ...rest }: CollectButtonProps) {
  const content = (
    <>
      <FolderPlus />
      {children}
    </>
  )
  return (
    <Suspense
      fallback={
        <Button kind="quiet" size={size} disabled>
          {content}
        </Button>
      }
    >
      <CollectMenu
        {...rest}
        trigger={
          <Button kind="quiet" size={size}>
            {content}
          </Button>
        }
      />
    </Suspense>
  )
}
