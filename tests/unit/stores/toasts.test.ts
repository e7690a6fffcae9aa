import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openTab } from '#tests/helpers/tab.ts'

beforeEach(() => {
  vi.resetModules()
})

describe('toasts', () => {
  test('are queued in order and taken once', async () => {
    const { toast, takeToasts } = await import('#src/stores/toasts.ts')
    toast.success('Added to cart')
    toast.error('Failed to add to cart')
    toast.blank('Something')
    expect(takeToasts().map(({ kind, text }) => [kind, text])).toEqual([
      ['success', 'Added to cart'],
      ['error', 'Failed to add to cart'],
      ['blank', 'Something'],
    ])
    expect(takeToasts()).toEqual([])
  })

  test('a loading toast can be dismissed', async () => {
    const { $dismissedToasts, toast } = await import('#src/stores/toasts.ts')
    const id = toast.loading('Uploading...')
    expect($dismissedToasts.get()).toEqual([])
    toast.dismiss(id)
    expect($dismissedToasts.get()).toEqual([id])
  })

  test('one stored for the next page is shown there once', async () => {
    await using tab = await openTab('/profile/edit')
    const before = await import('#src/stores/toasts.ts')
    before.toastOnNextPage('success', 'Profile updated successfully!')
    expect(before.takeToasts()).toEqual([])
    tab.navigate('/profile')
    const after = await import('#src/stores/toasts.ts')
    after.showStoredToast()
    after.showStoredToast()
    expect(after.takeToasts()).toMatchObject([
      { kind: 'success', text: 'Profile updated successfully!' },
    ])
  })
})
