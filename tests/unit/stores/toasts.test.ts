import { beforeEach, describe, expect, test, vi } from 'vitest'

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
})
