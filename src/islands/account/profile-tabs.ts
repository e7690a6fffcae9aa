export const PROFILE_TABS = [
  { key: 'info', label: 'Profile Info' },
  { key: 'orders', label: 'Orders' },
  { key: 'wishlist', label: 'Wishlist' },
  { key: 'settings', label: 'Settings' },
] as const

export type ProfileTab = (typeof PROFILE_TABS)[number]['key']

const FIRST = PROFILE_TABS[0].key

/** The tab that an address names; anything else is the first. */
export const parseProfileTab = (search: string): ProfileTab => {
  const named = new URLSearchParams(search).get('tab')
  return PROFILE_TABS.find(({ key }) => key === named)?.key ?? FIRST
}

/** The tab a key leads to from `tab`, or null for a key that is not about tabs (APG tabs). */
export function tabAfterKey(tab: ProfileTab, pressed: string): ProfileTab | null {
  const count = PROFILE_TABS.length
  const at = PROFILE_TABS.findIndex(({ key }) => key === tab)
  const to: Record<string, number> = {
    ArrowRight: (at + 1) % count,
    ArrowLeft: (at - 1 + count) % count,
    Home: 0,
    End: count - 1,
  }
  return PROFILE_TABS[to[pressed] ?? -1]?.key ?? null
}
