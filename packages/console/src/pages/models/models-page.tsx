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
          isOperator ? (
            <span className="table-links">
              <a href="#available">Available</a>
              <a href="#providers">Turn on a provider</a>
              <a href="#on-this-machine">On this machine</a>
            </span>
          ) : (
            'The models that your key can use.'
          )
        }
      />
      <OnNow />
      {isOperator && <Providers />}
      {isOperator && <LocalModels />}
    </Page>
  )
}
