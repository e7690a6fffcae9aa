import { Link, useLocation } from 'wouter'

const PAGES = [
  ['/today', 'Today'],
  ['/speed', 'Speed'],
  ['/searches', 'Searches'],
] as const

/** The pages about what visitors see, wait for and search for. They are one entry of the studio's links. */
export function VisitsNav() {
  const [path] = useLocation()
  return (
    <nav aria-label="Visits" className="flex gap-6 border-b border-line">
      {PAGES.map(([to, label]) => (
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
