import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import type { User } from '#src/contract/account.ts'
import { exportAccount } from '#src/stores/profile.ts'
import { $sessionError, $sessionLoading, signOut } from '#src/stores/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { DeviceList } from './DeviceList.tsx'
import { PasswordSection } from './PasswordSection.tsx'

/** The tab for password, devices, data export, logout and deletion. */
export function SettingsPanel({ user }: { user: User }) {
  return (
    <div className="flex flex-col">
      <Section title="Password" text="A change here signs every other device out.">
        <PasswordSection user={user} />
      </Section>
      <Section title="Signed-in devices" text="Where your account is open at this moment.">
        <DeviceList />
      </Section>
      <Section title="Your data" text="Everything the house keeps about you, as one file.">
        <DownloadData />
      </Section>
      <Section title="Leave" text="Log out of this device, or close the account for good.">
        <div className="flex flex-wrap gap-3">
          <Logout />
          <DeleteAccount user={user} />
        </div>
      </Section>
    </div>
  )
}

interface SectionProps {
  title: string
  text: string
  children: ReactNode
}

const Section = ({ title, text, children }: SectionProps) => (
  <section className="grid gap-x-16 gap-y-6 border-t border-line py-10 first:border-t-0 first:pt-0 lg:grid-cols-[18rem_minmax(0,1fr)]">
    <div className="flex flex-col gap-1">
      <h2 className="text-title font-semibold">{title}</h2>
      <p className="text-body-sm text-muted">{text}</p>
    </div>
    <div className="max-w-2xl">{children}</div>
  </section>
)

/** A failed logout shows a toast; the error also stays here. */
function Logout() {
  const loading = useStore($sessionLoading, { ssr: 'initial' })
  const error = useStore($sessionError, { ssr: 'initial' })
  return (
    <>
      <Button variant="secondary" busy={loading} onClick={() => void signOut()}>
        Logout
      </Button>
      {error && <p className="w-full text-sm font-medium text-danger">{error}</p>}
    </>
  )
}

const FILE_NAME = 'kairavi-my-data.json'

function downloadFile(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = FILE_NAME
  link.click()
  URL.revokeObjectURL(url)
}

function DownloadData() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function download() {
    setBusy(true)
    setFailure('')
    const result = await exportAccount()
    if (result.ok) downloadFile(result.text)
    else setFailure(result.message)
    setBusy(false)
  }

  return (
    <div className="flex flex-col items-start gap-5">
      <Button variant="secondary" busy={busy} onClick={() => void download()}>
        {busy ? 'Gathering...' : 'Download my data'}
      </Button>
      {failure && <Notice kind="error">{failure}</Notice>}
    </div>
  )
}
