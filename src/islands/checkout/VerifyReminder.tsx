import { useState } from 'react'
import { type ResendResult, resendVerification } from '#src/stores/sign-in.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'

/** Reminds a shopper whose address is not verified yet, and sends the link again. */
export function VerifyReminder() {
  const [sending, setSending] = useState(false)
  const [result, setResult] = useState<ResendResult>()

  async function resend() {
    setSending(true)
    setResult(await resendVerification())
    setSending(false)
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 bg-surface px-6 py-3">
      <p className="text-body-sm">Your email address is not verified yet.</p>
      <Button variant="quiet" className="px-0!" busy={sending} onClick={() => void resend()}>
        {sending ? 'Sending...' : 'Send the link again'}
      </Button>
      {result && <Notice kind={result.ok ? 'success' : 'error'}>{result.message}</Notice>}
    </div>
  )
}
