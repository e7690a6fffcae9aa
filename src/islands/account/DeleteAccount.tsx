import { useRef, useState } from 'react'
import type { User } from '#src/contract/account.ts'
import { validateEmail } from '#src/rules/account-validation.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { paths } from '#src/rules/paths.ts'
import { navigate } from '#src/stores/navigation.ts'
import { deleteAccount } from '#src/stores/profile.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { PasswordField } from '../form/PasswordField.tsx'
import { useForm } from '../form/use-form.ts'

/** Deletes the account after a confirmation by password, or by email for an account without one. */
export function DeleteAccount({ user }: { user: User }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A new key for each opening resets the form.
  const [openCount, setOpenCount] = useState(0)

  function open() {
    setOpenCount(openCount + 1)
    dialog.current?.showModal()
  }

  return (
    <>
      <Button variant="quiet" onClick={open} className="text-danger">
        Delete my account
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby="delete-title"
        className="m-auto w-[min(34rem,100vw-2.5rem)] border border-line bg-page p-7 text-ink backdrop:bg-scrim sm:p-10"
      >
        <div className="flex flex-col gap-6">
          <h2 id="delete-title" className="text-heading">
            Delete your account?
          </h2>
          <p className="text-muted">
            Your profile, addresses, cart and wishlist are deleted at once and cannot be brought
            back.
          </p>
          <ConfirmationForm key={openCount} user={user} onCancel={() => dialog.current?.close()} />
        </div>
      </dialog>
    </>
  )
}

function ConfirmationForm({ user, onCancel }: { user: User; onCancel: () => void }) {
  const { form, field, failure, busy } = useForm({
    validate: (read) => ({
      confirmation: user.hasPassword
        ? read('confirmation')
          ? undefined
          : accountMessages.account.currentPasswordMissing
        : validateEmail(read('confirmation')),
    }),
    onSubmit: async (read) => {
      const result = await deleteAccount(read('confirmation'))
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
