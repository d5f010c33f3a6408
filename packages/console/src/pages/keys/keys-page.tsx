import { Page, PageHead } from '../../parts/states/page-head.tsx'

export function KeysPage() {
  return (
    <Page>
      <PageHead title="Keys" about="Who may use this service." />
    </Page>
  )
}
