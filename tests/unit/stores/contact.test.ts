import { beforeEach, describe, expect, test, vi } from 'vitest'
import { messages } from '#src/rules/messages.ts'
import { openTab, respondWith } from '#tests/helpers/tab.ts'

beforeEach(() => {
  vi.resetModules()
})

const letter = {
  topic: 'contact',
  firstName: 'Meera',
  lastName: 'Nair',
  email: 'meera@visitor.example',
  message: 'Is the Sitara to be had with a longer strap?',
} as const

async function openPage() {
  const { sendMessage } = await import('#src/stores/contact.ts')
  const { $waitingToasts } = await import('#src/stores/toasts.ts')
  const said = () => $waitingToasts.get().map(({ kind, text }) => `${kind}: ${text}`)
  return { sendMessage, said }
}

describe('a message to the house (decisions, "Contact form")', () => {
  test('is taken, and a toast says so', async () => {
    await using _tab = await openTab('/contact')
    const { sendMessage, said } = await openPage()
    const answer = await sendMessage(letter)
    expect(answer.ok).toBe(true)
    expect(said()).toEqual([`success: ${answer.message}`])
  })

  test('is kept by the form when the line is cut, and a toast says so', async () => {
    await using tab = await openTab('/contact')
    tab.goOffline()
    const { sendMessage, said } = await openPage()
    expect(await sendMessage(letter)).toEqual({ ok: false, message: messages.contact.failed })
    expect(said()).toEqual([`error: ${messages.contact.failed}`])
  })

  test('is told apart from the answer of a proxy', async () => {
    await using tab = await openTab('/contact')
    tab.intercept(/POST \/contact/, respondWith(502, '<h1>Bad gateway</h1>'))
    const { sendMessage, said } = await openPage()
    expect((await sendMessage(letter)).ok).toBe(false)
    expect(said()).toEqual([`error: ${messages.contact.failed}`])
  })

  test('names the field that the server refuses', async () => {
    await using _tab = await openTab('/contact')
    const { sendMessage } = await openPage()
    expect(await sendMessage({ ...letter, email: 'nowhere' })).toMatchObject({
      ok: false,
      field: 'email',
    })
  })
})
