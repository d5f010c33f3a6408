import { useState } from 'react'
import { Tabs } from '../../parts/controls/tabs.tsx'
import { Page, PageHead } from '../../parts/states/page-head.tsx'
import { useCaller } from '../../data/caller.ts'
import { Deliveries } from './deliveries.tsx'
import { SecretPanel } from './secret-panel.tsx'
import { TestSender } from './test-sender.tsx'
import { Verifiers } from './verifiers.tsx'
import './webhooks.css'

export function WebhooksPage() {
  const { may } = useCaller()
  const [tab, setTab] = useState('deliveries')
  const mayWrite = may('tasks:write')
  const receiving = (
    <div className="receiving">
      {mayWrite && <TestSender />}
      {mayWrite && <SecretPanel />}
      <Verifiers />
    </div>
  )
  return (
    <Page>
      <PageHead title="Webhooks" about="Webhook deliveries, their attempts, and how to receive them." />
      <Tabs
        label="Deliveries and setup"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'deliveries',
            label: 'Deliveries',
            content: <Deliveries mayWrite={mayWrite} onSample={() => setTab('receiving')} />,
          },
          { value: 'receiving', label: 'Receiving', content: receiving },
        ]}
      />
    </Page>
  )
}
