import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Customer } from '#src/contract/customers.ts'
import type { RequestBody } from '#src/contract/endpoints.ts'
import { DELETION_REASONS } from '#src/contract/form-limits.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field, SelectField } from '#src/ui/Field.tsx'
import { type CallError, request } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import { DialogForm } from '../ui/DialogForm.tsx'

interface Props {
  customer: Customer
  onClose: () => void
}

/** Asks for the reason, and for the address: the wrong customer cannot be restored. */
export function DeleteCustomerDialog({
  customer: { id, name, email, isVerified },
  onClose,
}: Props) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [reason, setReason] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const remove = useMutation({
    mutationFn: () => {
      const body = { reason, confirmation } as RequestBody<'DELETE /admin/customers/:id'>
      return request('DELETE /admin/customers/:id', { param: id, body })
    },
    onSuccess: ({ message }) => {
      toast.success(message)
      client.removeQueries({ queryKey: ['POST /editor/customers/search'] })
      navigate('/customers')
    },
    onError: ({ field }: CallError) => document.getElementById(`delete-${field}`)?.focus(),
  })
  const { field, message } = remove.error ?? {}
  return (
    <Dialog title={`Delete the account of ${name}?`} onClose={onClose}>
      <p className="text-body-sm text-muted">
        Profile, addresses, cart, wishlist, orders and reviews are deleted for good.
        {isVerified && ' So are the messages of this address; a mail tells the customer.'} Export
        the data first when it was asked for.
      </p>
      <DialogForm
        submitLabel="Delete for good"
        isDangerous
        busy={remove.isPending}
        onSubmit={() => {
          remove.mutate()
        }}
      >
        <SelectField
          label="Reason, for the audit log"
          name="delete-reason"
          required
          value={reason}
          error={field === 'reason' ? message : undefined}
          onChange={(event) => setReason(event.target.value)}
        >
          <option value="">Choose a reason</option>
          {DELETION_REASONS.map((known) => (
            <option key={known}>{known}</option>
          ))}
        </SelectField>
        <Field
          label="Email of the account"
          name="delete-confirmation"
          type="email"
          autoComplete="off"
          required
          hint={`Type ${email} to confirm.`}
          value={confirmation}
          error={field === 'reason' ? undefined : message}
          onChange={(event) => setConfirmation(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  )
}
