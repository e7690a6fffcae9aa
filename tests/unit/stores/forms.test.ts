import { describe, expect, test } from 'vitest'
import { messages } from '#src/rules/messages.ts'
import { importToasts, openTab } from '#tests/helpers/tab.ts'

const MESSAGE = {
  topic: 'contact',
  firstName: 'Meera',
  lastName: 'Nair',
  email: 'meera@visitor.example',
  message: 'Is the Sitara available with a longer strap?',
} as const

async function openPage() {
  const { sendMessage } = await import('#src/stores/forms.ts')
  return { sendMessage, ...(await importToasts()) }
}

describe('a contact message', () => {
  test('is accepted with a toast (docs/decisions/product.md#contact-form)', async () => {
    await using _tab = await openTab('/contact')
    const { sendMessage, listToasts } = await openPage()
    const result = await sendMessage(MESSAGE)
    expect(result.ok).toBe(true)
    expect(listToasts()).toEqual([`success: ${result.message}`])
  })

  test('fails with a toast without network', async () => {
    await using tab = await openTab('/contact')
    tab.goOffline()
    const { sendMessage, listToasts } = await openPage()
    expect(await sendMessage(MESSAGE)).toEqual({ ok: false, message: messages.contact.failed })
    expect(listToasts()).toEqual([`error: ${messages.contact.failed}`])
  })
})
