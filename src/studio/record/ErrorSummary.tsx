import { useFormContext } from 'react-hook-form'
import { LinkButton } from '#src/ui/Button.tsx'
import { toFieldId } from './fields.tsx'

/** Place of an error in the form. */
export interface ErrorPlace {
  /** The path of the control, e.g. `options.0.name`; an error within a text stands at the text. */
  path: string
  label: string
  /** The id of the heading above it, for a list that has no control yet. */
  groupId: string
  /** The position of its field in the form. */
  order: number
}

export type LocateError = (path: string) => ErrorPlace | undefined

function listErrorPaths(errors: object, parents: string[] = []): string[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]): string[] => {
    if (typeof error !== 'object' || error === null) return []
    const path = key === 'root' ? parents : [...parents, key]
    return 'message' in error && typeof error.message === 'string'
      ? [path.join('.')]
      : listErrorPaths(error, path)
  })
}

/** Moves to a control, out of what is collapsed. */
function reveal(control: HTMLElement): void {
  for (let item = control.closest('details'); item;)
    item = Object.assign(item, { open: true }).parentElement?.closest('details') ?? null
  control.focus()
}

/** Moves to the first error on the page. */
export function focusFirstError(): void {
  const control = document.querySelector<HTMLElement>('form [aria-invalid="true"]')
  if (control) reveal(control)
}

/** Moves to the field or the one that it is part of, or to the group of a list that has none yet. */
export function showField({ path, groupId }: ErrorPlace): void {
  const parts = path.split('.')
  const findControl = () => document.getElementById(toFieldId(parts.join('.')))
  while (parts.length > 0 && !findControl()) parts.pop()
  const control = findControl()
  if (control) reveal(control)
  else document.getElementById(groupId)?.scrollIntoView()
}

/** Lists the errors after a save that was refused. */
export function ErrorSummary({ locate }: { locate: LocateError }) {
  const { formState } = useFormContext()
  const { errors, submitCount } = formState
  const paths = submitCount > 0 ? listErrorPaths(errors) : []
  const places = paths.flatMap((path) => locate(path) ?? [])
  const shown = [...new Map(places.map((place) => [place.path, place])).values()]
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="form-errors" className="border-s-2 border-danger ps-4 text-sm">
      <h2 id="form-errors" className="font-sans font-medium">
        {shown.length === 1 ? 'One field needs' : `${shown.length} fields need`} attention before
        this can be saved
      </h2>
      <ul className="flex flex-wrap gap-x-4">
        {shown
          .sort((a, b) => a.order - b.order)
          .map((place) => (
            <li key={place.path}>
              <LinkButton onClick={() => showField(place)}>{place.label}</LinkButton>
            </li>
          ))}
      </ul>
    </section>
  )
}
