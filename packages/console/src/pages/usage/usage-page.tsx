import { Page, PageHead } from '../../parts/states/page-head.tsx'

export function UsagePage() {
  return (
    <Page>
      <PageHead title="Usage" about="What was used, by day and model." />
    </Page>
  )
}
