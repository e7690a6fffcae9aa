import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { PROFILE_TABS, type ProfileTab, parseProfileTab, tabAfterKey } from './profile-tabs.ts'

interface Props {
  panels: Record<ProfileTab, ReactNode>
}

/** Tabs after the WAI-ARIA pattern; the address names the one that is open. */
export function ProfileTabs({ panels }: Props) {
  const [open, setOpen] = useState<ProfileTab>('info')
  // A panel that was open once stays, with what was typed in it.
  const [seen, setSeen] = useState<readonly ProfileTab[]>([])
  const strip = useRef<HTMLDivElement>(null)

  function show(tab: ProfileTab) {
    setOpen(tab)
    setSeen((before) => (before.includes(tab) ? before : [...before, tab]))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once
  useEffect(() => show(parseProfileTab(location.search)), [])

  function choose(tab: ProfileTab) {
    show(tab)
    const url = new URL(location.href)
    if (tab === PROFILE_TABS[0].key) url.searchParams.delete('tab')
    else url.searchParams.set('tab', tab)
    history.replaceState(history.state, '', url)
  }

  function move(event: KeyboardEvent) {
    const tab = tabAfterKey(open, event.key)
    if (!tab) return
    event.preventDefault()
    choose(tab)
    strip.current?.querySelector<HTMLElement>(`#tab-${tab}`)?.focus()
  }

  return (
    <div className="flex flex-col gap-10">
      <div
        ref={strip}
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
            onClick={() => choose(key)}
            onKeyDown={move}
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
          {seen.includes(key) && panels[key]}
        </div>
      ))}
    </div>
  )
}
