import type { ReactNode } from 'react'

const looks = {
  error: 'border-danger text-danger',
  success: 'border-success text-success',
  info: 'border-accent text-ink',
} as const

interface Props {
  kind?: keyof typeof looks
  children: ReactNode
  id?: string
}

/** One line inside the page; errors interrupt a screen reader, the rest waits its turn. */
export function Notice({ kind = 'info', children, id }: Props) {
  return (
    <div
      id={id}
      role={kind === 'error' ? 'alert' : 'status'}
      className={`border-s-2 py-1 ps-4 text-body-sm leading-normal ${looks[kind]}`}
    >
      {children}
    </div>
  )
}
