import { Page, PageHead } from '../../parts/states/page-head.tsx'

export function GalleryPage() {
  return (
    <Page>
      <PageHead title="Gallery" about="What was made." />
    </Page>
  )
}
