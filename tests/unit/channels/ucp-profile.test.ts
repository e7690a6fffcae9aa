import { expect, test } from 'vitest'
import { toUcpProfile, UCP_PROFILES, ucpProfilePath } from '#src/channels/ucp-profile.ts'
import { expectUcp } from '#tests/helpers/ucp.ts'

const site = new URL('https://shop.test')
const profiles = [...UCP_PROFILES].map(([name, version]) => ({
  name,
  version,
  profile: toUcpProfile(version, site, 'https://api.shop.test/api') as {
    ucp: Record<string, unknown>
  },
}))

test.each(profiles)(
  'the profile $name is one of a business of $version',
  ({ version, profile }) => {
    expectUcp(version, 'profile', profile)
    const { services, capabilities, payment_handlers } = profile.ucp
    expect(payment_handlers).toEqual({})
    // No cart and no checkout, which the shop does not take from assistants.
    expect(Object.keys(capabilities ?? {})).toEqual([
      'dev.ucp.shopping.catalog.search',
      'dev.ucp.shopping.catalog.lookup',
    ])
    expect(services).toMatchObject({
      'dev.ucp.shopping': [
        { version, transport: 'rest', endpoint: 'https://api.shop.test/api/ucp' },
      ],
    })
  },
)

test('the profile of the newest version names those of the others, which name none', () => {
  const [{ name, profile } = {}, ...former] = profiles
  expect(`/.well-known/${name}`).toBe(ucpProfilePath())
  expect(profile?.ucp['supported_versions']).toEqual(
    Object.fromEntries(
      former.map((profile) => [profile.version, `https://shop.test/.well-known/${profile.name}`]),
    ),
  )
  expect(former.map((profile) => profile.profile.ucp['supported_versions'])).toEqual([undefined])
})
