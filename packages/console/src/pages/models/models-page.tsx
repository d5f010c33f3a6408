import { useCaller } from '../../data/caller.ts'
import { Page, PageHead } from '../../parts/states/page-head.tsx'
import { LocalModels } from './local-models.tsx'
import { OnNow } from './on-now.tsx'
import { Providers } from './providers.tsx'
import './models.css'

/** Which models there are, which could be turned on, and which could run on this machine. */
export function ModelsPage() {
  const { may } = useCaller()
  const isOperator = may('admin')
  return (
    <Page>
      <PageHead
        title="Models"
        about={
          isOperator
            ? 'Models that you can use now, models that a provider key turns on, and models that this machine can run.'
            : 'The models that your key can use.'
        }
      />
      <OnNow />
      {isOperator && <Providers />}
      {isOperator && <LocalModels />}
    </Page>
  )
}
