import { Page, PageHead } from '../../parts/states/page-head.tsx'

export function TaskPage({ id }: { id: string }) {
  return (
    <Page>
      <PageHead title={`Task ${id}`} about="All that is known of one task." />
    </Page>
  )
}
