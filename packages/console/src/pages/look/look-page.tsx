import { Page, PageHead } from '../../parts/states/page-head.tsx'

export function LookPage() {
  return (
    <Page>
      <PageHead title="Look" about="The visual language of the console." />
    </Page>
  )
}
