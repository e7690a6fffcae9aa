export interface BreadcrumbItem {
  label: string
  /** Absent on the page itself. */
  href?: string
}

export function Breadcrumb({ items }: { items: BreadcrumbItem[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-2.5 text-sm text-muted">
        {items.map(({ label, href }, at) => (
          <li key={label} className="flex min-w-0 items-center gap-x-2.5">
            {at > 0 && <span aria-hidden="true">/</span>}
            {href ? (
              <a
                href={href}
                className="inline-flex min-h-11 items-center hover:text-ink hover:underline"
              >
                {label}
              </a>
            ) : (
              <span aria-current="page" className="min-w-0 text-ink">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
