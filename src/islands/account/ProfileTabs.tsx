import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

const PROFILE_TABS = [
  { key: 'info', label: 'Profile Info' },
  { key: 'orders', label: 'Orders' },
  { key: 'wishlist', label: 'Wishlist' },
  { key: 'settings', label: 'Settings' },
] as const

type ProfileTab = (typeof PROFILE_TABS)[number]['key']

const FIRST = PROFILE_TABS[0].key

/** The tab of the `tab` query parameter; the first by default. */
const parseProfileTab = (search: string): ProfileTab => {
  const param = new URLSearchParams(search).get('tab')
  return PROFILE_TABS.find(({ key }) => key === param)?.key ?? FIRST
}

/** The tab that a key selects, after the tabs pattern of the WAI-ARIA APG; null for other keys. */
function findTabForKey(tab: ProfileTab, pressedKey: string): ProfileTab | null {
  const count = PROFILE_TABS.length
  const index = PROFILE_TABS.findIndex(({ key }) => key === tab)
  const targets: Record<string, number> = {
    ArrowRight: (index + 1) % count,
    ArrowLeft: (index - 1 + count) % count,
    Home: 0,
    End: count - 1,
  }
  return PROFILE_TABS[targets[pressedKey] ?? -1]?.key ?? null
}

interface Props {
  panels: Record<ProfileTab, ReactNode>
}

/** The open tab is a query parameter, so that it can be linked to. */
export function ProfileTabs({ panels }: Props) {
  const [open, setOpen] = useState<ProfileTab>('info')
  // An opened panel stays mounted, with the values typed in it.
  const [mounted, setMounted] = useState<readonly ProfileTab[]>([])
  const tabList = useRef<HTMLDivElement>(null)

  function show(tab: ProfileTab) {
    setOpen(tab)
    setMounted((current) => (current.includes(tab) ? current : [...current, tab]))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL is read once
  useEffect(() => show(parseProfileTab(location.search)), [])

  function select(tab: ProfileTab) {
    show(tab)
    const url = new URL(location.href)
    if (tab === PROFILE_TABS[0].key) url.searchParams.delete('tab')
    else url.searchParams.set('tab', tab)
    history.replaceState(history.state, '', url)
  }

  function handleKeyDown(event: KeyboardEvent) {
    const tab = findTabForKey(open, event.key)
    if (!tab) return
    event.preventDefault()
    select(tab)
    tabList.current?.querySelector<HTMLElement>(`#tab-${tab}`)?.focus()
  }

  return (
    <div className="flex flex-col gap-10">
      <div
        ref={tabList}
        role="tablist"
        aria-label="Your account"
        className="-mx-gutter flex [scrollbar-width:none] gap-1 overflow-x-auto border-b border-line px-gutter sm:mx-0 sm:px-0"
      >
        {PROFILE_TABS.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`tab-${key}`}
            aria-controls={`panel-${key}`}
            aria-selected={key === open}
            tabIndex={key === open ? 0 : -1}
            onClick={() => select(key)}
            onKeyDown={handleKeyDown}
            className="-mb-px min-h-12 border-b-2 border-transparent px-3 whitespace-nowrap text-muted -outline-offset-4 transition-colors duration-200 first:ps-0 hover:text-ink aria-selected:border-accent aria-selected:text-ink sm:px-4"
          >
            {label}
          </button>
        ))}
      </div>
      {PROFILE_TABS.map(({ key }) => (
        <div
          key={key}
          role="tabpanel"
          id={`panel-${key}`}
          aria-labelledby={`tab-${key}`}
          hidden={key !== open}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: panels without controls need it (APG)
          tabIndex={0}
          className="outline-offset-8"
        >
          {mounted.includes(key) && panels[key]}
        </div>
      ))}
    </div>
  )
}
