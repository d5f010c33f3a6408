import { Images } from '../../look/icons.ts'
import { Button } from '../../parts/controls/button.tsx'
import { Panel } from '../../parts/panels/panel.tsx'
import { EmptyState } from '../../parts/states/empty-state.tsx'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'

export function StatesShown() {
  return (
    <div className="panels">
      <Panel title="Empty">
        <EmptyState icon={<Images />} title="Nothing here yet" actions={<Button>Open the playground</Button>}>
          Explains how to fill this page.
        </EmptyState>
      </Panel>
      <Panel title="Loading">
        <Skeleton width={180} height={28} />
        <Skeleton height={120} />
        <Skeleton height={40} />
      </Panel>
      <Panel title="Error">
        <ErrorState error={new Error('The keys could not be loaded.')} onRetry={() => undefined} />
      </Panel>
    </div>
  )
}
