import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Picture } from '#src/contract/catalog.ts'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import type { LibraryPicture } from '#src/contract/picture-library.ts'
import { count } from '#src/rules/count.ts'
import { formatShortDay, toIndianDay } from '#src/rules/dates.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { queryClient, request, useCall } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import { reloadCatalog } from '../product-list/catalog.ts'
import { followSave, startSave } from '../publish/publish-state.ts'
import { undoBatch } from '../publish/undo-batch.ts'
import { DeleteButton } from '../record/DeleteButton.tsx'
import { Badge } from '../ui/controls.tsx'
import { DialogActions } from '../ui/DialogActions.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { CropForm } from './CropForm.tsx'
import { PictureChooser } from './PictureChooser.tsx'
import { PictureGrid, toName } from './PictureGrid.tsx'
import { UploadList } from './PicturesField.tsx'
import { ResolutionWarning, toPictureUrl } from './Thumb.tsx'
import { useUploads } from './use-uploads.ts'

const readAgain = () =>
  Promise.all([
    reloadCatalog(),
    ...['GET /editor/pictures', 'GET /editor/pictures/:id', 'GET /editor/content'].map((name) =>
      queryClient.invalidateQueries({ queryKey: [name] }),
    ),
  ])

/** A picture that can be shown instead. */
interface Other {
  file: string
  picture: Picture | null
}

interface Props {
  file: string
  /** Opens another picture instead of this one. */
  onOpen: (file: string) => void
  onClose: () => void
}

const TITLES = { facts: 'Picture', replace: 'Replace everywhere', crop: 'Crop' }

/** One picture: its size, where it is shown, and what can be done with it. */
export function PictureDialog({ file, onOpen, onClose }: Props) {
  const [view, setView] = useState<keyof typeof TITLES>('facts')
  const [other, setOther] = useState<Other>()
  const found = useCall('GET /editor/pictures/:id', { param: file })
  return (
    <Dialog title={TITLES[view]} wide onClose={onClose}>
      <Loaded from={found}>
        {({ picture, bytes }) => {
          const showFacts = () => {
            setOther(undefined)
            setView('facts')
          }
          if (view === 'crop' && picture.picture)
            return (
              <CropForm
                file={file}
                picture={picture.picture}
                onCancel={showFacts}
                onCropped={(cropped) => {
                  void readAgain()
                  if (picture.uses.length === 0) return onOpen(cropped.file)
                  setOther(cropped)
                  setView('replace')
                }}
              />
            )
          if (view === 'replace')
            return (
              <ReplaceForm
                picture={picture}
                other={other}
                onChoose={setOther}
                onCancel={showFacts}
                onClose={onClose}
              />
            )
          return (
            <Facts picture={picture} bytes={bytes}>
              <Button
                variant="secondary"
                disabled={picture.uses.length === 0}
                onClick={() => setView('replace')}
              >
                Replace everywhere
              </Button>
              {picture.picture && (
                <Button variant="secondary" onClick={() => setView('crop')}>
                  Crop
                </Button>
              )}
              {picture.picture && picture.uses.length === 0 && (
                <DeleteButton
                  name="this picture"
                  remove={() => request('DELETE /editor/pictures/:id', { param: file })}
                  onDeleted={() => {
                    onClose()
                    void readAgain()
                  }}
                />
              )}
            </Facts>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

/** The id of a draft begins with that of its launch. */
const USE_PATHS = { product: '/products/', content: '/content/', draft: '/launches/' }

const formatBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

type FactsProps = ResponseBody<'GET /editor/pictures/:id'> & { children: ReactNode }

function Facts({ picture: found, bytes, children }: FactsProps) {
  const { file, picture, addedAt, uses } = found
  return (
    <div className="grid items-start gap-6 sm:grid-cols-2">
      <img
        src={toPictureUrl(file, picture, true)}
        alt={picture?.alt ?? ''}
        className="mx-auto h-auto max-h-[35dvh] w-auto max-w-full bg-frame sm:max-h-[60dvh]"
      />
      <div className="flex flex-col gap-4 text-sm">
        <p className="font-medium">{toName(found)}</p>
        <p className="text-muted">
          {picture ? `${picture.width} × ${picture.height} px` : 'It comes with the shop.'}
          {bytes !== null && ` · ${formatBytes(bytes)}`}
          {addedAt !== null && ` · added ${formatShortDay(toIndianDay(addedAt))}`}
        </p>
        {picture && <ResolutionWarning width={picture.width} />}
        <section aria-labelledby="picture-uses" className="flex flex-col gap-1">
          <h3 id="picture-uses" className="font-sans text-sm font-medium">
            {uses.length === 0 ? 'Not used' : `Shown in ${count(uses.length, 'place')}`}
          </h3>
          {uses.length === 0 && (
            <p className="text-muted">
              An upload that is not used, nor part of a version in a history, is deleted 30 days
              after it was added.
            </p>
          )}
          <ul className="max-h-60 overflow-y-auto">
            {uses.map(({ kind, id, title, archived }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3">
                <TextLink to={USE_PATHS[kind] + id.replace(/\/.*/, '')}>{title}</TextLink>
                {archived && <Badge>Archived</Badge>}
              </li>
            ))}
          </ul>
        </section>
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
    </div>
  )
}

interface ReplaceProps {
  picture: LibraryPicture
  other: Other | undefined
  onChoose: (other: Other | undefined) => void
  onCancel: () => void
  onClose: () => void
}

/** Another picture, uploaded or of the library, takes the place of one in all products and records. */
function ReplaceForm({ picture, other, onChoose, onCancel, onClose }: ReplaceProps) {
  const { file, uses } = picture
  const { uploads, start, retry, dismiss } = useUploads(onChoose)
  const undo = useMutation({
    mutationFn: async (batch: string) => {
      await undoBatch(batch, 'place')
      await readAgain()
    },
  })
  const replace = useMutation({
    mutationFn: async (by: string) => {
      const save = startSave()
      const body = { by, uses: uses.map(({ id, revision }) => ({ id, revision })) }
      const done = await request('POST /editor/pictures/:id/replace', { param: file, body })
      if (done.batch !== null)
        followSave(save, { title: `The picture in ${count(done.replaced, 'place')}`, path: '' })
      return done
    },
    onSuccess: ({ batch, replaced }) => {
      onClose()
      toast.success(
        `The picture is replaced in ${count(replaced, 'place')}.`,
        batch === null ? undefined : { label: 'Undo', onClick: () => undo.mutate(batch) },
      )
    },
    onSettled: readAgain,
  })
  const isInProduct = uses.some(({ kind }) => kind !== 'content')
  if (!other)
    return (
      <div className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
          <PictureChooser label="Picture" onChoose={start}>
            Upload a picture
          </PictureChooser>
          or choose one of the library.
        </div>
        <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
        <PictureGrid
          onChoose={onChoose}
          getError={(picture) =>
            picture.file === file
              ? 'This picture'
              : isInProduct && !picture.picture
                ? 'Not for products'
                : undefined
          }
        />
        <Button variant="secondary" className="self-end" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-5 text-sm">
      <div className="grid grid-cols-2 gap-4">
        <Compared title="Now" {...picture} />
        <Compared title="Then" {...other} />
      </div>
      {other.picture && <ResolutionWarning width={other.picture.width} />}
      <p className="text-muted">
        In {uses.map(({ title }) => title).join(', ')}. Alt texts and focal points stay as they are.
        {uses.some(({ kind }) => kind === 'draft') && ' The drafts have no undo.'}
      </p>
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="secondary" onClick={() => onChoose(undefined)}>
          Choose another
        </Button>
        <Button busy={replace.isPending} onClick={() => replace.mutate(other.file)}>
          Replace in {count(uses.length, 'place')}
        </Button>
      </DialogActions>
    </div>
  )
}

const Compared = ({ title, file, picture }: Other & { title: string }) => (
  <figure className="flex flex-col gap-2">
    <img
      src={toPictureUrl(file, picture, true)}
      alt=""
      className="h-[35dvh] w-full bg-frame object-contain"
    />
    <figcaption className="text-muted">
      {title}
      {picture && `: ${picture.width} × ${picture.height} px`}
    </figcaption>
  </figure>
)
