/** A quiet block in the shape of what is coming; size it by its classes. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-[skeleton-pulse_1.8s_ease-in-out_infinite] rounded-control bg-line ${className}`}
    />
  )
}
