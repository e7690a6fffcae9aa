import type { ReactNode } from 'react'

const kindClasses = {
  error: 'border-danger text-danger',
  success: 'border-success text-success',
  info: 'border-accent text-ink',
} as const

interface Props {
  kind?: keyof typeof kindClasses
  children: ReactNode
  id?: string
}

/** A message inside the page; screen readers announce errors immediately, others politely. */
export function Notice({ kind = 'info', children, id }: Props) {
  return (
    <div
      id={id}
      role={kind === 'error' ? 'alert' : 'status'}
      className={`border-s-2 py-1 ps-4 text-body-sm leading-normal ${kindClasses[kind]}`}
    >
      {children}
    </div>
  )
}
