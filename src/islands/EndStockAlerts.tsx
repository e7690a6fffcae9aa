import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { stockAlertMessages } from '#src/rules/messages/stock-alerts.ts'
import { paths } from '#src/rules/paths.ts'
import { endStockAlerts } from '#src/stores/forms.ts'
import { $linkToken } from '#src/stores/mailed-links.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { useForm } from './form/use-form.ts'

const messages = stockAlertMessages.stockAlert

/** /stock-alerts: ends the mails about sold-out pieces. It needs a press, so that no mail scanner ends them. */
export function EndStockAlerts({ question }: { question: string }) {
  const token = useStore($linkToken, { ssr: 'initial' })
  const [ended, setEnded] = useState('')
  const { form, failure, busy, ready } = useForm({
    validate: () => ({}),
    onSubmit: async () => {
      const result = await endStockAlerts(token ?? '')
      if (result.ok) setEnded(result.message)
      return result
    },
  })

  if (ended || token === null)
    return (
      <div className="flex flex-col items-start gap-6">
        {ended ? (
          <Notice kind="success">{ended}</Notice>
        ) : (
          <Notice kind="error">{messages.unknownLink}</Notice>
        )}
        <ButtonLink href={paths.shop} variant="secondary">
          Continue Shopping
        </ButtonLink>
      </div>
    )
  return (
    <form {...form} className="flex flex-col items-start gap-6">
      <p>{question}</p>
      <Button type="submit" busy={busy} disabled={!ready}>
        Stop these mails
      </Button>
      {failure && <Notice kind="error">{failure}</Notice>}
    </form>
  )
}
