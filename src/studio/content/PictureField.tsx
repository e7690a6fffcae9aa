import { useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Picture } from '#src/contract/catalog.ts'
import type { ContentPicture } from '#src/contract/content-values.ts'
import { toSiteName } from '#src/rules/pictures.ts'
import { Button } from '#src/ui/Button.tsx'
import { FocusDialog } from '../pictures/FocusDialog.tsx'
import { PictureChooser } from '../pictures/PictureChooser.tsx'
import { LibraryButton } from '../pictures/PictureGrid.tsx'
import { UploadList } from '../pictures/PicturesField.tsx'
import { toPictureUrl } from '../pictures/Thumb.tsx'
import { useUploads } from '../pictures/use-uploads.ts'
import { type FieldProps, RecordTextareaField, useField } from '../record/fields.tsx'
import { RecordFieldLayout } from '../record/RecordFieldLayout.tsx'
import { type ContentValues, findError } from './content-form.ts'

/** A picture with its alt text and its focal point. */
export function PictureField(props: FieldProps) {
  const { formState, getValues, setValue } = useFormContext()
  const { layout } = useField(props)
  const error = findError(formState.errors, `${props.name}.file`) ?? layout.error
  const pictures: ContentValues['pictures'] = useWatch({ name: 'pictures' })
  const [isFocusing, setFocusing] = useState(false)
  // With what is typed as its alt text.
  const value: ContentPicture | undefined = useWatch({ name: props.name })
  const change = (next: ContentPicture | undefined) =>
    setValue(props.name, next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  const show = (
    { file, picture }: { file: string; picture: Picture | null },
    alt = picture?.alt ?? '',
  ) => {
    if (picture) setValue('pictures', { ...getValues('pictures'), [file]: picture })
    change({ file, alt })
  }
  const getAlt = (): string => getValues(`${props.name}.alt`) ?? ''
  const altBefore = useRef('')
  const { uploads, start, retry, dismiss } = useUploads((uploaded) => {
    // A text that was typed during the upload describes the new picture.
    const alt = getAlt()
    show(uploaded, alt === altBefore.current ? undefined : alt)
  })
  const upload = (files: File[]) => {
    altBefore.current = getAlt()
    start(files)
  }
  const picture = value && pictures[value.file]
  const siteName = value && toSiteName(value.file)
  const source = value && toPictureUrl(value.file, picture)
  return (
    <RecordFieldLayout {...layout} error={error} isCustom>
      <div className="grid items-start gap-3 border border-line p-3 sm:grid-cols-[9rem_1fr]">
        {source ? (
          <img
            src={source}
            alt={value?.alt}
            className="h-auto max-h-44 w-auto max-w-full bg-frame"
          />
        ) : (
          <span className="text-sm text-muted">
            {value?.file
              ? `The picture ${siteName ?? 'of an earlier version'}`
              : 'There is no picture.'}
          </span>
        )}
        <div className="flex min-w-0 flex-col gap-3">
          {value?.file && (
            <RecordTextareaField
              name={`${props.name as 'body.'}.alt`}
              label="Alt text"
              hint="What it shows, for people who cannot see it. Empty where it only decorates."
              rows={2}
            />
          )}
          <div className="flex flex-wrap items-center gap-2">
            <PictureChooser
              label="Picture"
              onChoose={upload}
              id={layout.id}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${layout.id}-error` : undefined}
              aria-labelledby={`${layout.id} ${layout.id}-label`}
            >
              {value?.file ? 'Choose another' : 'Choose a picture'}
            </PictureChooser>
            <LibraryButton
              onChoose={show}
              getError={({ file }) =>
                props.schema?.safeParse({ file, alt: '' }).success
                  ? undefined
                  : 'Cut for another place'
              }
            >
              From the library
            </LibraryButton>
            {picture && (
              <Button variant="secondary" onClick={() => setFocusing(true)}>
                Focal point
              </Button>
            )}
            {value?.file && props.schema?.safeParse(undefined).success && (
              <Button variant="quiet" onClick={() => change(undefined)}>
                Remove
              </Button>
            )}
          </div>
          <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
        </div>
      </div>
      {isFocusing && picture && (
        <FocusDialog
          picture={picture}
          focus={value.focus}
          onClose={() => setFocusing(false)}
          onChange={(focus) => change({ ...value, focus })}
        />
      )}
    </RecordFieldLayout>
  )
}
