import { useEffect, useEffectEvent, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { smallestUrl } from '#src/rules/pictures.ts'
import { Button, PlainButton } from '#src/ui/Button.tsx'
import { CheckboxField, fieldAriaProps, Textarea } from '#src/ui/Field.tsx'
import { toast } from '../app/toasts.tsx'
import { EMPTY_PICTURE, type FormValues } from '../product/form-schema.ts'
import { getShownError, toFieldId } from '../record/fields.tsx'
import { RecordFieldLayout } from '../record/RecordFieldLayout.tsx'

import { SortableItem, SortableList } from '../ui/SortableList.tsx'
import { FocusDialog } from './FocusDialog.tsx'
import { PictureChooser } from './PictureChooser.tsx'
import { LibraryButton } from './PictureGrid.tsx'
import { ResolutionWarning } from './Thumb.tsx'
import { type Upload, useUploads } from './use-uploads.ts'

const MAX_PICTURES = 20

/** Pictures that are dragged in, pasted or chosen; the first one is on the card. */
export function PicturesField() {
  const { control, setValue, getValues } = useFormContext<FormValues>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'pictures' })
  const { uploads, start, retry, dismiss } = useUploads((uploaded) =>
    append({ ...EMPTY_PICTURE, ...uploaded }, { shouldFocus: false }),
  )
  const add = (files: File[]) => {
    const left = Math.max(0, MAX_PICTURES - fields.length - uploads.length)
    start(files.slice(0, left))
    if (files.length > left) toast.error(`A product may have ${MAX_PICTURES} pictures.`)
  }
  const [isOver, setOver] = useState(false)
  const [focusIndex, setFocusIndex] = useState<number>()

  const addFiles = useEffectEvent(add)
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      const { files = [], types = [] } = event.clipboardData ?? {}
      const isInField = event.target instanceof Element && event.target.matches('input, textarea')
      // Office programs add a picture of the text.
      if (files.length === 0 || (isInField && types.includes('text/plain'))) return
      event.preventDefault()
      addFiles([...files])
    }
    addEventListener('paste', handlePaste)
    return () => removeEventListener('paste', handlePaste)
  }, [])

  const focused = focusIndex === undefined ? undefined : getValues(`pictures.${focusIndex}`)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first
    <div
      className={`flex flex-col gap-4 border border-dashed p-4 ${isOver ? 'border-accent bg-surface' : 'border-edge'}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        add([...event.dataTransfer.files])
      }}
    >
      {fields.length > 0 && (
        <SortableList
          ids={fields.map(({ id }) => id)}
          what="Picture"
          onMove={move}
          className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-4"
        >
          {(id, index) => (
            <SortableItem
              key={id}
              id={id}
              stacked
              handleLabel={`Move picture ${index + 1}`}
              removeLabel={`Remove picture ${index + 1}`}
              onRemove={() => remove(index)}
            >
              <PictureRow
                index={index}
                row={fields[index]}
                onChooseFocus={() => setFocusIndex(index)}
              />
            </SortableItem>
          )}
        </SortableList>
      )}
      <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
      <WornRequest />
      <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
        <PictureChooser
          label="Pictures"
          multiple
          disabled={fields.length >= MAX_PICTURES}
          onChoose={add}
        >
          Choose pictures
        </PictureChooser>
        <LibraryButton
          disabled={fields.length >= MAX_PICTURES}
          getError={({ file, picture }) =>
            picture
              ? fields.some((field) => field.file === file)
                ? 'Already here'
                : undefined
              : 'Not for products'
          }
          onChoose={({ file, picture }) => {
            if (!picture) return
            append({ ...EMPTY_PICTURE, file, picture, alt: picture.alt }, { shouldFocus: false })
          }}
        >
          From the library
        </LibraryButton>
        <span>or drag them here, or paste one. JPEG, PNG, WebP or AVIF, up to 12 MB each.</span>
      </div>
      {focused?.picture && focusIndex !== undefined && (
        <FocusDialog
          picture={focused.picture}
          focus={focused.focus}
          size={{
            zoom: focused.zoom,
            onChange: (zoom) =>
              setValue(`pictures.${focusIndex}.zoom`, zoom, { shouldDirty: true }),
          }}
          onClose={() => setFocusIndex(undefined)}
          onChange={(focus) =>
            setValue(`pictures.${focusIndex}.focus`, focus, { shouldDirty: true })
          }
        />
      )}
    </div>
  )
}

interface PictureRowProps {
  index: number
  row: FormValues['pictures'][number] | undefined
  onChooseFocus: () => void
}

/** A picture, which a press opens for its focal point, with what is said of it. */
function PictureRow({ index, row, onChooseFocus }: PictureRowProps) {
  const { register, formState } = useFormContext<FormValues>()
  const { picture, focus } = row ?? {}
  const name = `pictures.${index}.alt` as const
  const id = toFieldId(name)
  const error = getShownError(formState, name)
  return (
    <div className="flex flex-col gap-2">
      <PlainButton
        className="block aspect-product w-full overflow-hidden bg-frame"
        aria-label={`Set the focal point and the size of picture ${index + 1}`}
        onClick={onChooseFocus}
      >
        {picture && (
          <img
            src={smallestUrl(picture)}
            alt=""
            className="size-full object-cover"
            style={focus && { objectPosition: `${focus.x}% ${focus.y}%` }}
          />
        )}
      </PlainButton>
      <RecordFieldLayout id={id} hideLabel label={`Alt text of picture ${index + 1}`} error={error}>
        <Textarea
          id={id}
          rows={3}
          maxLength={300}
          placeholder="What the picture shows"
          {...register(name)}
          aria-required="true"
          {...fieldAriaProps(id, { error })}
        />
      </RecordFieldLayout>
      <CheckboxField
        label={
          <>
            On a body or in a hand<span className="sr-only">: picture {index + 1}</span>
          </>
        }
        {...register(`pictures.${index}.worn`)}
      />
      {picture && <ResolutionWarning width={picture.width} />}
    </div>
  )
}

/** Asks for the kind of picture that shoppers miss most, until the product has one. */
function WornRequest() {
  const pictures = useWatch<FormValues, 'pictures'>({ name: 'pictures' })
  if (pictures.length === 0 || pictures.some(({ worn }) => worn)) return null
  return (
    <p className="text-sm">
      No picture shows it on a body or in a hand yet. Shoppers look for one: please add it, and mark
      it.
    </p>
  )
}

interface UploadListProps {
  uploads: Upload[]
  onRetry: (upload: Upload) => void
  onDismiss: (key: number) => void
}

/** The progress of each picture, and why one was refused. */
export function UploadList({ uploads, onRetry, onDismiss }: UploadListProps) {
  if (uploads.length === 0) return null
  return (
    <ul aria-label="Uploads" className="flex flex-col gap-3">
      {uploads.map((upload) => (
        <li key={upload.key} className="flex items-center gap-3 text-sm">
          <span className="block aspect-product w-10 shrink-0 bg-frame">
            {!upload.isRefused && (
              <img src={upload.preview} alt="" className="size-full object-cover" />
            )}
          </span>
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <span className="truncate">{upload.file.name}</span>
            {upload.error === undefined ? (
              <progress
                aria-label={`Upload of ${upload.file.name}`}
                max={1}
                value={upload.progress}
                className="h-1.5 w-full accent-accent"
              />
            ) : (
              <span role="alert" className="text-danger">
                {upload.error}
              </span>
            )}
          </div>
          {upload.error !== undefined && (
            <>
              {!upload.isRefused && (
                <Button variant="secondary" onClick={() => onRetry(upload)}>
                  Retry
                </Button>
              )}
              <Button variant="quiet" onClick={() => onDismiss(upload.key)}>
                Remove
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
