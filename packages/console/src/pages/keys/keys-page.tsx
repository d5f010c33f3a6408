import { KeyRound, Plus } from '../../look/icons.ts'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { Button } from '../../parts/controls/button.tsx'
import { ProjectSelect } from '../../parts/controls/project-select.tsx'
import { Tabs } from '../../parts/controls/tabs.tsx'
import { Page, PageHead } from '../../parts/states/page-head.tsx'
import { useCaller } from '../../data/caller.ts'
import { useProjects } from '../../data/projects.ts'
import { AuditTrail } from './audit-trail.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { KeyList } from './key-list.tsx'
import { ShownOnce, type Secret } from './shown-once.tsx'
import './keys.css'

const KEEP_IT = 'The key is shown only once. Save it now: the service stores only a hash.'

export function KeysPage() {
  const [isMaking, setMaking] = useState(false)
  const [secret, setSecret] = useState<Secret>()
  const [tab, setTab] = useState('keys')
  const [audited, setAudited] = useState<string>()
  const { me, may } = useCaller()
  const [address, setAddress] = useSearchParams()
  const projects = useProjects()
  const isOperator = may('admin')
  const project = (isOperator && address.get('project')) || ''
  return (
    <Page>
      <PageHead
        title="Keys"
        about={
          isOperator
            ? 'The API keys of this service, with their permissions and limits.'
            : `Keys in the project ${me?.project?.name ?? ''}, which you own.`
        }
        actions={
          // The audit log is of all projects, and makes no keys.
          tab === 'keys' && (
            <>
              <ProjectSelect
                projects={projects}
                value={project}
                onChange={(id) => setAddress(id === '' ? {} : { project: id }, { replace: true })}
              />
              <Button kind="primary" onClick={() => setMaking(true)}>
                <Plus />
                New key
              </Button>
            </>
          )
        }
      />
      <Tabs
        label="Keys and their changes"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'keys',
            label: 'Keys',
            content: (
              <KeyList
                icon={<KeyRound />}
                project={project === '' ? undefined : project}
                onRotated={(name, text) =>
                  setSecret({ title: `New key for ${name}`, about: KEEP_IT, texts: [{ label: 'API key', text }] })
                }
                onAudit={(id) => {
                  setAudited(id)
                  setTab('audit')
                }}
              />
            ),
          },
          ...(isOperator
            ? [
                {
                  value: 'audit',
                  label: 'Audit log',
                  content: <AuditTrail of={audited} onChoose={setAudited} />,
                },
              ]
            : []),
        ]}
      />
      {isMaking && (
        <KeyDialog
          of={undefined}
          onClose={() => setMaking(false)}
          onCreated={({ name, text, webhookSecret }) => {
            setMaking(false)
            setSecret({
              title: `Key ${name}`,
              about: KEEP_IT,
              texts: [
                { label: 'API key', text },
                { label: 'Webhook secret', text: webhookSecret },
              ],
            })
          }}
        />
      )}
      {secret !== undefined && <ShownOnce secret={secret} onClose={() => setSecret(undefined)} />}
    </Page>
  )
}
