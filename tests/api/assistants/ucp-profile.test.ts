import { expect, test } from 'vitest'
import { toUcpProfile, UCP_VERSION } from '#src/assistants/ucp-profile.ts'
import { expectUcp } from './ucp.ts'

test('the profile is one of a business that has a catalogue alone', () => {
  const profile = toUcpProfile('https://api.shop.test/api') as { ucp: Record<string, unknown> }
  expectUcp('profile', profile)
  const { services, capabilities, payment_handlers } = profile.ucp
  expect(payment_handlers).toEqual({})
  // No cart and no checkout, which the shop does not take from assistants.
  expect(Object.keys(capabilities ?? {})).toEqual([
    'dev.ucp.shopping.catalog.search',
    'dev.ucp.shopping.catalog.lookup',
  ])
  expect(services).toMatchObject({
    'dev.ucp.shopping': [
      { version: UCP_VERSION, transport: 'rest', endpoint: 'https://api.shop.test/api/ucp' },
    ],
  })
})
