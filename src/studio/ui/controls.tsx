import {
  type ButtonHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  useEffect,
} from 'react'

/** Tools are denser than the shop's buttons, and 44 px high on touch screens. */
const toolShape =
  'inline-flex min-h-10 shrink-0 items-center justify-center gap-2 rounded-control border px-3.5 text-sm leading-tight font-medium transition-colors pointer-coarse:min-h-11 disabled:opacity-55 aria-busy:cursor-progress aria-busy:opacity-55'

const toolColours = {
  plain: 'border-edge bg-page text-ink enabled:hover:border-ink enabled:hover:bg-surface',
  primary:
    'border-ink bg-ink text-page enabled:hover:border-accent enabled:hover:bg-accent enabled:hover:text-accent-ink',
  quiet: 'border-transparent text-ink underline decoration-edge underline-offset-4',
  danger: 'border-danger bg-page text-danger enabled:hover:bg-surface',
} as const

export type ToolKind = keyof typeof toolColours

/** The classes of a tool, for links that look like one. */
export const toolClass = (kind: ToolKind = 'plain'): string =>
  `${toolShape} ${toolColours[kind].replaceAll('enabled:hover:', 'hover:')}`

interface ToolProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ToolKind
  /** The request of this button is pending: a press does nothing, and the button keeps the focus. */
  busy?: boolean | undefined
}

export const Tool = ({ kind = 'plain', busy, onClick, className, ...rest }: ToolProps) => (
  <button
    type="button"
    {...rest}
    onClick={busy ? (event) => event.preventDefault() : onClick}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    className={`${toolShape} ${toolColours[kind]} ${className ?? ''}`}
  />
)

export const smallControl =
  'block min-h-10 rounded-control border border-edge bg-page px-3 py-1.5 text-sm leading-snug text-ink hover:border-ink pointer-coarse:min-h-11 aria-invalid:border-danger disabled:bg-surface disabled:text-muted'

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string
  options: readonly (readonly [value: string, label: string])[]
}

/** A select whose label is read by screen readers only: its first option says what it filters. */
export const Select = ({ label, options, className, ...rest }: SelectProps) => (
  <select aria-label={label} {...rest} className={`${smallControl} ${className ?? ''}`}>
    {options.map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </select>
)

const badgeColours = {
  neutral: 'border-line text-muted',
  good: 'border-success text-success',
  bad: 'border-danger text-danger',
  note: 'border-accent text-accent',
} as const

interface BadgeProps {
  kind?: keyof typeof badgeColours
  children: ReactNode
}

export const Badge = ({ kind = 'neutral', children }: BadgeProps) => (
  <span
    className={`inline-flex items-center rounded-control border px-2 py-0.5 text-[0.8125rem] leading-snug whitespace-nowrap ${badgeColours[kind]}`}
  >
    {children}
  </span>
)

/** Names the tab after the page that is shown. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Kairavi Studio`
  }, [title])
}

interface PageProps {
  title: string
  /** Buttons beside the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of the studio with its heading. */
export function Page({ title, actions, children }: PageProps) {
  useDocumentTitle(title)
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1 className="text-[clamp(1.75rem,1.4rem+1.4vw,2.5rem)] leading-tight">{title}</h1>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
