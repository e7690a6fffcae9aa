import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { User } from '#src/contract/account.ts'
import type { SettingsTexts } from '#src/contract/content.ts'
import { validateEmail } from '#src/rules/account/account-validation.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { paths } from '#src/rules/paths.ts'
import { navigate } from '#src/stores/navigation.ts'
import { deleteAccount, exportAccount, listOpenOrders } from '#src/stores/profile.ts'
import { $sessionError, $sessionLoading, signOut } from '#src/stores/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Status } from '#src/ui/Status.tsx'
import { CodeField, PasswordField } from '../form/PasswordField.tsx'
import { useCodeField } from '../form/use-code-field.ts'
import { useForm } from '../form/use-form.ts'
import { DeviceList } from './DeviceList.tsx'
import { PasswordSection } from './PasswordSection.tsx'

/** The tab for password, devices, data export, logout and deletion. */
export function SettingsPanel({ user, texts }: { user: User; texts: SettingsTexts }) {
  return (
    <div className="flex flex-col">
      <Section title="Password" text={texts.password}>
        <PasswordSection user={user} />
      </Section>
      <Section title="Signed-in devices" text={texts.devices}>
        <DeviceList />
      </Section>
      <Section title="Your data" text={texts.data}>
        <DownloadData />
      </Section>
      <Section title="Leave" text={texts.leave}>
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
  <section className="grid grid-cols-1 gap-x-16 gap-y-6 border-t border-line py-10 first:border-t-0 first:pt-0 lg:grid-cols-[min(18rem,33%)_minmax(0,1fr)]">
    <div className="flex flex-col gap-1">
      <h2 className="text-title">{title}</h2>
      <p className="text-body-sm text-muted">{text}</p>
    </div>
    <div className="max-w-2xl">{children}</div>
  </section>
)

/** Logs out. A failure shows a toast, and the error also stays here. */
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

function DownloadData() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [file, setFile] = useState<string>()
  const link = useRef<HTMLAnchorElement>(null)

  useEffect(() => {
    if (!file) return
    link.current?.click()
    return () => URL.revokeObjectURL(file)
  }, [file])

  async function download() {
    setBusy(true)
    setFailure('')
    const result = await exportAccount()
    if (result.ok)
      setFile(URL.createObjectURL(new Blob([result.text], { type: 'application/json' })))
    else setFailure(result.message)
    setBusy(false)
  }

  return (
    <div className="flex flex-col items-start gap-5">
      <Button variant="secondary" busy={busy} onClick={() => void download()}>
        {busy ? 'Gathering...' : 'Download my data'}
      </Button>
      {file && (
        <a ref={link} href={file} download={FILE_NAME} hidden>
          {FILE_NAME}
        </a>
      )}
      {failure && <Notice kind="error">{failure}</Notice>}
    </div>
  )
}

/** Deletes the account after a confirmation by password, or by email for an account without one. */
function DeleteAccount({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)} className="text-danger!">
        Delete my account
      </Button>
      {isOpen && (
        <Dialog title="Delete your account?" onClose={close}>
          <p className="text-muted">
            {import.meta.env.PUBLIC_ORDER_PAGE
              ? 'Your profile, addresses, cart and wishlist are deleted at once and cannot be brought back. Your orders stay for the books, with name and address; what is under way still reaches you.'
              : 'Your profile, addresses, cart and wishlist are deleted at once and cannot be brought back.'}
          </p>
          {import.meta.env.PUBLIC_ORDER_PAGE && <OpenOrders />}
          <ConfirmationForm user={user} onCancel={close} />
        </Dialog>
      )}
    </>
  )
}

/** Orders that are still under way when the account is deleted. */
function OpenOrders() {
  const [{ orders, error }, setAnswer] = useState<Awaited<ReturnType<typeof listOpenOrders>>>({})
  useEffect(() => void listOpenOrders().then(setAnswer), [])
  if (error) return <Notice kind="error">{error}</Notice>
  if (!orders) return <Status>Looking for open orders...</Status>
  if (orders.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <p>These orders are still open. A mail brings you a link to each:</p>
      <ul className="m-0 list-disc ps-5">
        {orders.map(({ number, text }) => (
          <li key={number} className="wrap-anywhere">
            {number}: {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

function ConfirmationForm({ user, onCancel }: { user: User; onCancel: () => void }) {
  const code = useCodeField()
  const { form, field, failure, busy } = useForm({
    validate: (read) => ({
      confirmation: user.hasPassword
        ? read('confirmation')
          ? undefined
          : accountMessages.account.currentPasswordMissing
        : validateEmail(read('confirmation')),
    }),
    onSubmit: async (read) => {
      const result = await deleteAccount({
        confirmation: read('confirmation'),
        ...code.readCode(read),
      })
      code.handleResult(result)
      if (result.ok) navigate(paths.home)
      return result
    },
    navigatesOnSuccess: true,
  })
  return (
    <form {...form} className="flex flex-col gap-6">
      {user.hasPassword ? (
        <PasswordField
          {...field('confirmation')}
          label="Your password"
          autoComplete="current-password"
          required
        />
      ) : (
        <Field
          {...field('confirmation')}
          label={`Type ${user.email} to confirm`}
          type="email"
          autoComplete="off"
          required
        />
      )}
      {code.isAsked && <CodeField {...field('code')} />}
      {failure && <Notice kind="error">{failure}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {busy ? 'Deleting...' : 'Delete for good'}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Keep my account
        </Button>
      </div>
    </form>
  )
}
