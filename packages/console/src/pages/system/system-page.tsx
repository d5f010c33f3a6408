import { Page, PageHead } from '../../parts/states/page-head.tsx'

export function SystemPage() {
  return (
    <Page>
      <PageHead title="System" about="How the service is doing." />
    </Page>
  )
}
