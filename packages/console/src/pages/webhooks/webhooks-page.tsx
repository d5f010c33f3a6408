import { Page, PageHead } from '../../parts/states/page-head.tsx'

export function WebhooksPage() {
  return (
    <Page>
      <PageHead title="Webhooks" about="What was sent when tasks ended." />
    </Page>
  )
}
