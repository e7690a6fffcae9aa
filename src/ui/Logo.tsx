import { brand } from '#src/rules/brand.ts'

export const Logo = () => (
  <span className="logo">
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="11" r="6.2" />
      <path d="M20 17.6c4 4.6 4 11 0 16.6-4-5.6-4-12 0-16.6zM15.7 22.5c-4.4-1.7-8-.8-11 1.3 2.4 6 8 9.7 15.3 10.2 7.3-.5 12.9-4.2 15.3-10.2-3-2.1-6.6-3-11-1.3" />
    </svg>
    <span>{brand.name}</span>
  </span>
)
