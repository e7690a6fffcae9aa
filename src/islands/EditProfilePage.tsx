import {
  type FormEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { Address, User } from '#src/contract/account.ts'
import type { ProfileHints } from '#src/contract/content.ts'
import { MAX_ADDRESSES } from '#src/contract/form-limits.ts'
import {
  toIsoDate,
  validateDob,
  validateName,
  validatePhone,
} from '#src/rules/account/account-validation.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { paths } from '#src/rules/paths.ts'
import { allowLeave, navigate, warnOnLeave } from '#src/stores/navigation.ts'
import { type Details, updateProfile } from '#src/stores/profile.ts'
import { readTexts, removeItem, setItem, toFormDraftKey } from '#src/stores/storage.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { arrowLeftIcon } from '#src/ui/icons.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { AccountUnavailable } from './account/AccountUnavailable.tsx'
import {
  AddressRow,
  isBlank,
  NEW_ADDRESS_PREFIX,
  NewAddress,
  readPrefixed,
  toPrefix,
  useAddresses,
  validateAddress,
} from './account/edit-addresses.tsx'
import {
  type AddressValues,
  DateOfBirthField,
  GenderField,
  PhoneField,
  parseGender,
} from './account/profile-fields.tsx'
import { useRequiredUser } from './account/use-account.ts'
import { type FieldReader, readTyped, useForm, type ValidationResult } from './form/use-form.ts'

/** /profile/edit. A newer profile from the server does not replace typed values. */
export function EditProfilePage({ hints }: { hints: ProfileHints }) {
  const { user, sessionReady, error } = useRequiredUser()
  if (user) return <EditProfileForm key={user.uid} user={user} hints={hints} />
  return sessionReady ? (
    <AccountUnavailable error={error} path={paths.editProfile} />
  ) : (
    <EditSkeleton />
  )
}

const EditSkeleton = () => (
  <div className="flex scripting-only flex-col gap-10" role="status">
    <span className="sr-only">Loading your profile...</span>
    <div className="flex items-center justify-between py-3">
      <Skeleton className="h-12 w-24" />
      <Skeleton className="h-12 w-40" />
    </div>
    {['info', 'addresses'].map((section) => (
      <div
        key={section}
        className="grid gap-x-16 gap-y-6 border-t border-line pt-10 lg:grid-cols-[min(16rem,33%)_minmax(0,1fr)]"
      >
        <Skeleton className="h-7 w-40" />
        <div className="grid gap-6">
          {[0, 1, 2, 3].map((field) => (
            <Skeleton key={field} className="h-20" />
          ))}
        </div>
      </div>
    ))}
  </div>
)

const { profile, account } = accountMessages

/** The form of /profile/edit. A failed save keeps every value. */
function EditProfileForm({ user, hints }: Pick<BasicInfoProps, 'user' | 'hints'>) {
  const draftKey = toFormDraftKey('edit-profile', user.uid)
  const [kept] = useState(() => {
    const texts = readTexts(draftKey)
    // Without the number of addresses, a save would remove all.
    return texts?.['count'] ? texts : undefined
  })
  const readKept: FieldReader = (name) => kept?.[name] ?? ''
  const list = useAddresses(kept ? readAddresses(readKept) : user.addresses)
  const heading = useRef<HTMLHeadingElement>(null)
  const saving = useRef(false)
  const { form, field, busy, ready, clearErrors } = useForm({
    validate: (read) => ({
      ...validateBasicInfo(read),
      ...Object.assign(
        {},
        ...list.rows.map((_, index) =>
          validateAddress(toPrefix(index), readPrefixed(toPrefix(index), read)),
        ),
      ),
      ...validateAdded(readPrefixed(NEW_ADDRESS_PREFIX, read), saving.current),
    }),
    onSubmit: (read) => save(read).catch(toFailure),
    fieldAliases: { name: 'displayName' },
    navigatesOnSuccess: true,
  })

  useEffect(() => {
    if (kept) warnOnLeave()
    return allowLeave
  }, [kept])

  /** Stores the typed values in this tab until they are saved, because the session may end before. */
  function keepTyped() {
    if (!form.ref.current) return
    setItem(draftKey, {
      ...readTyped(form.ref.current),
      count: String(list.rows.length),
      default: String(list.rows.findIndex(({ isDefault }) => isDefault)),
    })
  }
  const [isChanged, setChanged] = useState(false)
  const keepRows = useEffectEvent(() => isChanged && keepTyped())
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the changed rows are rendered
  useEffect(() => void keepRows(), [list.rows])

  async function save(read: FieldReader) {
    const result = await updateProfile({
      ...toBasicInfo(read),
      addresses: list.rows.map(({ isDefault }, index) => ({
        ...readPrefixed(toPrefix(index), read),
        isDefault,
      })),
    })
    if (result.ok) {
      removeItem(draftKey)
      allowLeave()
      navigate(paths.profile)
    }
    return result
  }

  function discard() {
    removeItem(draftKey)
    allowLeave()
    location.reload()
  }

  function makeDefault(index: number) {
    setChanged(true)
    list.makeDefault(index)
    warnOnLeave()
  }

  function add(address: AddressValues) {
    list.add(address)
    // The form of another address, which has the focus, is removed.
    if (list.rows.length === MAX_ADDRESSES - 1) heading.current?.focus()
  }

  function remove(key: number) {
    setChanged(true)
    list.remove(key)
    warnOnLeave()
    clearErrors()
    // The focused button was removed.
    heading.current?.focus()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    saving.current = true
    void form.onSubmit(event)
    saving.current = false
  }

  const getError = (name: string) => field(name).error
  return (
    <form
      {...form}
      onSubmit={submit}
      onInput={(event) => {
        setChanged(true)
        warnOnLeave()
        form.onInput(event)
        keepTyped()
      }}
      className="flex flex-col gap-10 [&_:is(input,select)]:scroll-mt-48"
    >
      <ActionBar busy={busy} ready={ready} />
      {kept && (
        <Notice kind="info">
          What you had typed is here again, and not saved yet.{' '}
          <Button variant="quiet" size="flush" onClick={discard}>
            Discard it
          </Button>
        </Notice>
      )}
      <FormSection title="Basic info">
        <BasicInfo
          user={{ ...user, ...(kept && toBasicInfo(readKept)) }}
          hints={hints}
          field={field}
        />
      </FormSection>
      <FormSection title="Addresses" headingRef={heading}>
        {list.rows.length === 0 && <p className="text-muted">No address is kept yet.</p>}
        <ul className="flex flex-col">
          {list.rows.map(({ key, values, isDefault }, index) => (
            <AddressRow
              key={key}
              index={index}
              values={values}
              isDefault={isDefault}
              getError={getError}
              onMakeDefault={() => makeDefault(index)}
              onRemove={() => remove(key)}
            />
          ))}
        </ul>
      </FormSection>
      {list.rows.length < MAX_ADDRESSES && (
        <FormSection title="Add New Address">
          <NewAddress
            initial={kept && readPrefixed(NEW_ADDRESS_PREFIX, readKept)}
            getError={getError}
            onAdd={add}
            onEmptied={clearErrors}
          />
        </FormSection>
      )}
    </form>
  )
}

/** Reads the addresses of a draft. */
const readAddresses = (read: FieldReader): Address[] =>
  Array.from({ length: Math.min(Number(read('count')), MAX_ADDRESSES) }, (_, index) => ({
    ...readPrefixed(toPrefix(index), read),
    isDefault: read('default') === String(index),
  }))

/** An unexpected error is a toast, not an error of the form (spec §8). */
function toFailure() {
  toast.error(profile.saveFailed)
  return { ok: false as const, message: '' }
}

/** Sticky beneath the header while the form is scrolled. */
const ActionBar = ({ busy, ready }: { busy: boolean; ready: boolean }) => (
  <div className="sticky top-(--header-height-compact) z-(--z-sticky-bar) -mx-gutter flex flex-wrap items-center justify-between gap-4 bg-page px-gutter py-3">
    <ButtonLink href={paths.profile} variant="quiet" size="flush">
      <Icon path={arrowLeftIcon} className="size-4" />
      Back
    </ButtonLink>
    <Button type="submit" busy={busy} disabled={!ready}>
      {busy ? 'Saving...' : 'Save Changes'}
    </Button>
  </div>
)

interface SectionProps {
  title: string
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

const FormSection = ({ title, headingRef, children }: SectionProps) => (
  <section className="grid grid-cols-1 gap-x-16 gap-y-6 border-t border-line pt-10 lg:grid-cols-[min(16rem,33%)_minmax(0,1fr)]">
    <h2 ref={headingRef} tabIndex={-1} className="self-start text-title">
      {title}
    </h2>
    <div className="flex flex-col gap-6">{children}</div>
  </section>
)

/** Phone and date of birth are optional; a given value must be valid. */
const validateBasicInfo = (read: FieldReader) => ({
  displayName: validateName(read('displayName')),
  phone: read('phone').trim() ? validatePhone(read('phone')) : undefined,
  dob: read('dob') ? validateDob(read('dob'), toIsoDate(new Date())) : undefined,
})

/**
 * The address that is not added yet. While it is typed, its fields are checked as they are left; a save
 * asks for it to be added first.
 */
function validateAdded(added: AddressValues, isSave: boolean): ValidationResult {
  if (isBlank(added)) return {}
  return isSave
    ? { [`${NEW_ADDRESS_PREFIX}.address`]: account.unsavedAddress }
    : validateAddress(NEW_ADDRESS_PREFIX, added)
}

const toBasicInfo = (read: FieldReader): Required<Omit<Details, 'addresses'>> => ({
  displayName: read('displayName').trim(),
  phone: read('phone').trim(),
  gender: parseGender(read('gender')),
  dob: read('dob'),
})

interface BasicInfoProps {
  user: User
  hints: ProfileHints
  field: (name: string) => { name: string; error: string | undefined }
}

const BasicInfo = ({ user, hints, field }: BasicInfoProps) => (
  <div className="grid gap-6">
    <Field
      {...field('displayName')}
      label="Full name"
      autoComplete="name"
      defaultValue={user.displayName}
      required
    />
    <Field
      {...field('email')}
      label="Email"
      type="email"
      autoComplete="email"
      defaultValue={user.email}
      readOnly
    />
    <PhoneField {...field('phone')} hint={hints.phone} defaultValue={user.phone} />
    <GenderField {...field('gender')} defaultValue={user.gender} />
    <DateOfBirthField {...field('dob')} hint={hints.dateOfBirth} defaultValue={user.dob} />
  </div>
)
