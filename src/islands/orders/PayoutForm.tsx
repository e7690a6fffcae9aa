import { useState } from 'react'
import { ACCOUNT_LIMITS, PAYOUT_FIELDS, PAYOUT_KINDS } from '#src/contract/form-limits.ts'
import { savePayout } from '#src/stores/orders.ts'
import { Field, SelectField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { useForm } from '../form/use-form.ts'
import { StepButtons } from './StepButtons.tsx'

type Kind = keyof typeof PAYOUT_KINDS

const toCode = (text: string) => text.replace(/\s/g, '').toUpperCase()

/** Asks where cash is paid back. What is typed is not kept in the browser. */
export function PayoutForm({ number, onDone }: { number: string; onDone: () => void }) {
  const [kind, setKind] = useState<Kind>('upi')
  const { form, field, failure, busy, ready } = useForm({
    validate: (read) =>
      Object.fromEntries(
        PAYOUT_KINDS[kind].map((name) => {
          const { pattern, error } = PAYOUT_FIELDS[name]
          return [name, pattern.test(toCode(read(name))) ? undefined : error]
        }),
      ),
    onSubmit: async (read) => {
      const fields = PAYOUT_KINDS[kind].map((name) => [name, read(name)])
      const result = await savePayout(number, { kind, ...Object.fromEntries(fields) })
      if (result.ok) onDone()
      return result
    },
  })
  return (
    <form {...form} className="flex flex-col gap-5" autoComplete="off">
      <SelectField
        label="Send it to"
        {...field('kind')}
        value={kind}
        required
        onChange={({ target }) => setKind(target.value === 'bank' ? 'bank' : 'upi')}
      >
        <option value="upi">A UPI ID</option>
        <option value="bank">A bank account</option>
      </SelectField>
      {kind === 'upi' ? (
        <Field label="UPI ID" {...field('upi')} required maxLength={320} inputMode="email" />
      ) : (
        <>
          <Field
            label="Name of the account"
            {...field('holder')}
            required
            maxLength={ACCOUNT_LIMITS.name}
          />
          <Field
            label="Account number"
            {...field('account')}
            required
            maxLength={30}
            inputMode="numeric"
          />
          <Field label="IFSC" {...field('ifsc')} required maxLength={20} />
        </>
      )}
      <p className="text-body-sm text-muted">
        We store it encrypted until your money is sent, and then delete it.
      </p>
      {failure && <Notice kind="error">{failure}</Notice>}
      <StepButtons
        label="Save it"
        busyLabel="Saving..."
        busy={busy}
        ready={ready}
        keep="Cancel"
        onKeep={onDone}
      />
    </form>
  )
}
