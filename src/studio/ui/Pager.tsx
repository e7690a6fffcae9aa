import { Tool } from './controls.tsx'

interface Props {
  page: number
  pageCount: number
  onChange: (page: number) => void
}

/** The pages of a list with the newest first; nothing for one page. */
export const Pager = ({ page, pageCount, onChange }: Props) =>
  pageCount > 1 && (
    <p className="flex items-center gap-3 text-sm figures">
      <Tool disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Newer
      </Tool>
      {page} of {pageCount}
      <Tool disabled={page >= pageCount} onClick={() => onChange(page + 1)}>
        Older
      </Tool>
    </p>
  )
