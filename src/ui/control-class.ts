/** The classes of every text control. */
export const controlClass =
  'block min-h-12 w-full rounded-control border border-edge bg-page px-4 py-3 text-base leading-snug text-ink transition-colors duration-200 placeholder:text-muted hover:border-ink disabled:bg-surface disabled:text-muted [&:is(input,textarea):read-only]:bg-surface aria-invalid:border-danger'
