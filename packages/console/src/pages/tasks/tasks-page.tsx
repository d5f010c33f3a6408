import { Page, PageHead } from '../../parts/states/page-head.tsx'

export function TasksPage() {
  return (
    <Page>
      <PageHead title="Tasks" about="Everything that was asked for." />
    </Page>
  )
}
