/** A placeholder while content loads; `className` sets its size. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block scripting-only max-w-full animate-[skeleton-pulse_1.8s_ease-in-out_infinite] rounded-control bg-line ${className}`}
    />
  )
}
