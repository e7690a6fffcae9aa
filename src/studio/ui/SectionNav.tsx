import { useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useRovingFocus } from './roving-focus.ts'

interface Props {
  label: string
  pages: readonly (readonly [path: string, label: string])[]
}

/** Pages that are one entry of the studio's links. */
function SectionNav({ label: name, pages }: Props) {
  const [path] = useLocation()
  const nav = useRef<HTMLElement>(null)
  useRovingFocus(nav)
  return (
    <nav ref={nav} aria-label={name} className="flex gap-6 border-b border-line">
      {pages.map(([to, label]) => (
        <Link
          key={to}
          to={to}
          aria-current={to === path ? 'page' : undefined}
          className="-mb-px flex min-h-11 items-center border-b-2 border-transparent text-sm hover:border-edge aria-[current]:border-accent aria-[current]:font-semibold"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

const VISITS = [
  ['/today', 'Today'],
  ['/speed', 'Speed'],
  ['/searches', 'Searches'],
] as const

/** The pages about what visitors see, wait for and search for. */
export const VisitsNav = () => <SectionNav label="Visits" pages={VISITS} />

const CONTENT = [
  ['/content', 'Texts'],
  ['/pictures', 'Pictures'],
] as const

/** The pages about what the pages of the shop show. */
export const ContentNav = () => <SectionNav label="Texts and pictures" pages={CONTENT} />
