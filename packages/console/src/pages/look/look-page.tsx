import { Page, PageHead } from '../../parts/states/page-head.tsx'
import { Controls } from './controls.tsx'
import { Foundations } from './foundations.tsx'
import { Overlays } from './overlays.tsx'
import { StatesShown } from './states-shown.tsx'
import { Words } from './words.tsx'
import './look-page.css'

/** The visual language on one page: what pages are made of, in every state. */
export function LookPage() {
  return (
    <Page>
      <PageHead title="Look" about="The console’s visual language: its tokens, and every component in every state." />
      <Foundations />
      <Controls />
      <Words />
      <Overlays />
      <StatesShown />
    </Page>
  )
}
