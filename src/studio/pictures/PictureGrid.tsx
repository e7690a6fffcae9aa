import { type ReactNode, useEffect, useState } from 'react'
import type { LibraryPicture } from '#src/contract/picture-library.ts'
import { LIBRARY_PAGE_SIZE } from '#src/contract/values.ts'
import { count } from '#src/rules/count.ts'
import { toSiteName } from '#src/rules/pictures.ts'
import { Button, PlainButton } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Input } from '#src/ui/Field.tsx'
import { useCall } from '../app/api.ts'
import { defineList, inMemory, pageNumber, text, useListState } from '../app/list-state.ts'
import { Badge } from '../ui/controls.tsx'
import { Loaded, Pager } from '../ui/Loaded.tsx'
import { toPictureUrl } from './Thumb.tsx'

/** The library is asked this long after the last key. */
const PAUSE_MS = 200

/** In memory alone: the library opens in the form of a product, too. */
const PICTURES = defineList({ search: inMemory(text()), page: inMemory(pageNumber()) })

/** What a picture is called where nothing is written about it. */
export const toName = ({ file, picture }: LibraryPicture): string =>
  picture?.alt || toSiteName(file) || `Picture ${file.slice(0, 6)}`

const countUses = ({ uses }: LibraryPicture): string => `Shown in ${count(uses.length, 'place')}`

interface Props {
  onChoose: (picture: LibraryPicture) => void
  /** Why a picture cannot be chosen. */
  getError?: (picture: LibraryPicture) => string | undefined
}

/** Every picture, the newest first, found by what it shows and where it is shown. */
export function PictureGrid({ onChoose, getError }: Props) {
  const { state, change } = useListState(PICTURES)
  const { search, page } = state
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearched(search.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [search])
  const library = useCall('GET /editor/pictures', {
    query: { search: searched, offset: String((page - 1) * LIBRARY_PAGE_SIZE) },
  })
  return (
    <div className="flex flex-col gap-5">
      <search>
        <Input
          type="search"
          aria-label="Search a picture"
          placeholder="Search by product, page or alt text"
          maxLength={200}
          value={search}
          onChange={({ target }) => change({ search: target.value })}
          // It may stand in the form of a product, which Enter would save.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
          className="max-w-md"
        />
      </search>
      <Loaded from={library}>
        {({ pictures, total }) => (
          <>
            <p role="status" className="text-sm text-muted">
              {total === 0
                ? searched === ''
                  ? 'There are no pictures yet. Upload them in the form of a product.'
                  : 'No picture has these words.'
                : count(total, 'picture')}
            </p>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4 gap-y-6">
              {pictures.map((picture) => {
                const error = getError?.(picture)
                return (
                  <li key={picture.file}>
                    <PlainButton
                      disabled={error !== undefined}
                      className="group flex w-full flex-col gap-2 text-start text-sm disabled:opacity-55"
                      onClick={() => onChoose(picture)}
                    >
                      <span className="block aspect-square w-full overflow-hidden bg-frame">
                        <img
                          src={toPictureUrl(picture.file, picture.picture)}
                          alt=""
                          loading="lazy"
                          className="size-full object-contain"
                        />
                      </span>
                      <span className="line-clamp-2 underline-offset-4 group-hover:underline">
                        {toName(picture)}
                      </span>
                      <span className="text-muted">
                        {picture.picture &&
                          `${picture.picture.width} × ${picture.picture.height} px`}
                        {!picture.picture && 'Comes with the shop'}
                      </span>
                      {error !== undefined || picture.uses.length > 0 ? (
                        <span className="text-muted">{error ?? countUses(picture)}</span>
                      ) : (
                        <span>
                          <Badge kind="note">Not used</Badge>
                        </span>
                      )}
                    </PlainButton>
                  </li>
                )
              })}
            </ul>
            <Pager
              page={page}
              pageCount={Math.ceil(total / LIBRARY_PAGE_SIZE)}
              onChange={(next) => change({ page: next })}
            />
          </>
        )}
      </Loaded>
    </div>
  )
}

interface ButtonProps extends Props {
  disabled?: boolean
  children: ReactNode
}

/** A button that opens the library to choose a picture. */
export function LibraryButton({ onChoose, disabled, getError, children }: ButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" disabled={disabled} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && (
        <Dialog title="Choose a picture" wide onClose={() => setOpen(false)}>
          <PictureGrid
            {...(getError ? { getError } : {})}
            onChoose={(picture) => {
              setOpen(false)
              onChoose(picture)
            }}
          />
        </Dialog>
      )}
    </>
  )
}
