import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { PlainButton } from '#src/ui/Button.tsx'
import { Select } from '#src/ui/Field.tsx'
import { SkipLink } from './SkipLink.tsx'

interface OptionSelectProps extends ComponentProps<'select'> {
  label: string
  options: readonly (readonly [value: string, label: string])[]
}

/** A select whose label is read by screen readers only: its first option says what it filters. */
export const OptionSelect = ({ label, options, className = '', ...rest }: OptionSelectProps) => (
  <Select aria-label={label} {...rest} className={`w-auto ${className}`}>
    {options.map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </Select>
)

/** One of several views of a page; `aria-pressed` marks the one that is shown. */
export const ViewButton = ({ className = '', ...rest }: ComponentProps<typeof PlainButton>) => (
  <PlainButton
    {...rest}
    className={`min-h-11 shrink-0 border-b-2 border-transparent px-3 text-sm whitespace-nowrap hover:border-edge aria-pressed:border-accent aria-pressed:font-semibold ${className}`}
  />
)

interface TableHeadProps {
  labels: string[]
  className?: string
}

/** The names of the columns of a table. */
export const TableHead = ({ labels, className }: TableHeadProps) => (
  <thead className={className}>
    <tr className="border-b border-edge">
      {labels.map((label) => (
        <th key={label} scope="col" className="py-2 pe-4 text-start font-medium">
          {label}
        </th>
      ))}
    </tr>
  </thead>
)

interface PopoverProps {
  /** The `popoverTarget` of its button. */
  id: string
  className?: string
  children: ReactNode
}

/** A panel that a button opens below itself. */
export const Popover = ({ id, className = '', children }: PopoverProps) => (
  <div
    id={id}
    popover="auto"
    className={`[inset:auto] m-0 mt-1 border border-line bg-page p-4 text-ink [position-area:bottom_span-left] [position-try-fallbacks:flip-block] ${className}`}
  >
    {children}
  </div>
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
    className={`inline-flex items-center rounded-control border px-2 py-0.5 text-[0.8125rem] leading-snug sm:whitespace-nowrap ${badgeColours[kind]}`}
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
  /** Its list has the id `list`, and a link skips what is before it. */
  hasList?: boolean
  children: ReactNode
}

/** A page of the studio with its heading. */
export function Page({ title, actions, hasList, children }: PageProps) {
  useDocumentTitle(title)
  return (
    <div className="flex flex-col gap-5">
      {hasList && <SkipLink to="list">Skip to the list</SkipLink>}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1 className="text-[clamp(1.75rem,1.4rem+1.4vw,2.5rem)] leading-tight">{title}</h1>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
