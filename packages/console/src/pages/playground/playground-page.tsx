import { Page, PageHead } from '../../parts/states/page-head.tsx'

export function PlaygroundPage() {
  return (
    <Page>
      <PageHead title="Playground" about="Say what you want to see." />
    </Page>
  )
}
