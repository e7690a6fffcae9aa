import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import type { User } from '#src/contract/account.ts'
import { MAX_ADDRESSES } from '#src/contract/values.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { paths } from '#src/rules/paths.ts'
import { leaveFor } from '#src/stores/leave.ts'
import { updateProfile } from '#src/stores/profile.ts'
import { say } from '#src/stores/toasts.ts'
import { holdUnsaved, letGo } from '#src/stores/unsaved.ts'
import type { FieldReader } from '../../form/form-values.ts'
import { useForm } from '../../form/use-form.ts'
import { AddressRow } from './AddressRow.tsx'
import { isBlank, trimAddress, validateAddress } from './addresses-draft.ts'
import { BasicInfo, toBasicInfo, validateBasicInfo } from './BasicInfo.tsx'
import { EditBar } from './EditBar.tsx'
import { NEW_ADDRESS_PREFIX, NewAddress } from './NewAddress.tsx'
import { useAddresses } from './use-addresses.ts'

const { profile, account } = accountMessages

/** Everything of /profile/edit. What is typed is kept until it is saved, whatever fails. */
export function EditProfileForm({ user }: { user: User }) {
  const list = useAddresses(user.addresses)
  const heading = useRef<HTMLHeadingElement>(null)
  const { form, field, busy, ready, clearErrors } = useForm({
    validate: (read) => ({
      ...validateBasicInfo(read),
      ...Object.assign(
        {},
        ...list.rows.map(({ address }, at) => validateAddress(`addresses.${at}`, address)),
      ),
      [`${NEW_ADDRESS_PREFIX}.address`]: isBlank(list.draft) ? undefined : account.unsavedAddress,
    }),
    onSubmit: (read) => save(read).catch(failed),
    fieldAliases: { name: 'displayName' },
    navigatesOnSuccess: true,
  })

  useEffect(() => letGo, [])

  async function save(read: FieldReader) {
    const answer = await updateProfile({
      ...toBasicInfo(read),
      addresses: list.rows.map(({ address }) => ({
        ...trimAddress(address),
        isDefault: address.isDefault,
      })),
    })
    if (answer.ok) {
      letGo()
      leaveFor(paths.profile)
    }
    return answer
  }

  function makeDefault(place: number) {
    list.makeDefault(place)
    holdUnsaved()
  }

  function remove(key: number) {
    list.remove(key)
    holdUnsaved()
    clearErrors()
    // The button that had the focus is gone.
    heading.current?.focus()
  }

  const errorOf = (name: string) => field(name).error
  return (
    <form
      {...form}
      onInput={(event) => {
        holdUnsaved()
        form.onInput(event)
      }}
      className="flex flex-col gap-10 [&_:is(input,select)]:scroll-mt-48"
    >
      <EditBar busy={busy} hydrated={ready} />
      <Part title="Basic info">
        <BasicInfo user={user} field={field} />
      </Part>
      <Part title="Addresses" headingRef={heading}>
        {list.rows.length === 0 && <p className="text-muted">No address is kept yet.</p>}
        <ul className="flex flex-col">
          {list.rows.map(({ key, address }, place) => (
            <AddressRow
              key={key}
              index={place}
              address={address}
              getError={errorOf}
              onChange={(part, text) => list.update(key, part, text)}
              onMakeDefault={() => makeDefault(place)}
              onRemove={() => remove(key)}
            />
          ))}
        </ul>
      </Part>
      {list.rows.length < MAX_ADDRESSES && (
        <Part title="Add New Address">
          <NewAddress
            draft={list.draft}
            getError={errorOf}
            onDraftChange={list.setDraft}
            onAdd={list.add}
          />
        </Part>
      )}
    </form>
  )
}

/** The saving itself went wrong, not the profile (spec §8). */
function failed() {
  say.error(profile.saveFailed)
  return { ok: false as const, message: '' }
}

interface PartProps {
  title: string
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

const Part = ({ title, headingRef, children }: PartProps) => (
  <section className="grid gap-x-16 gap-y-6 border-t border-line pt-10 lg:grid-cols-[18rem_minmax(0,1fr)]">
    <h2 ref={headingRef} tabIndex={-1} className="self-start text-title font-semibold">
      {title}
    </h2>
    <div className="flex max-w-3xl flex-col gap-6">{children}</div>
  </section>
)
