import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { smallestUrl } from '#src/rules/pictures.ts'
import { PlainButton } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import type { FormValues } from './form-schema.ts'

interface Props {
  path: `variants.${number}.picture`
  /** Name of the variant. */
  title: string
}

const NONE = 'As the product'

/** The picture of a variant: a button that shows it, and opens the pictures of the product to choose another. */
export function VariantPicture({ path, title }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { field } = useController<FormValues, typeof path>({ name: path })
  const pictures = useWatch<FormValues, 'pictures'>({ name: 'pictures' })
  const index = pictures.findIndex(({ file }) => file === field.value && file !== '')
  const choices = [
    { file: '', label: NONE, picture: undefined },
    ...pictures.map(({ file, alt, picture }, at) => ({
      file,
      label: `${at + 1}. ${alt || 'No text'}`,
      picture,
    })),
  ]
  const chosen = choices[index + 1]
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <span aria-hidden="true" className="leading-snug font-medium @min-[43rem]:hidden">
        Picture
      </span>
      <PlainButton
        ref={field.ref}
        aria-label={`Picture: ${chosen?.label}`}
        title={chosen?.label}
        className="flex h-(--control-height) w-fit items-center border border-edge text-muted hover:border-ink"
        onBlur={field.onBlur}
        onClick={() => setOpen(true)}
      >
        <Frame url={chosen?.picture && smallestUrl(chosen.picture)} />
      </PlainButton>
      {isOpen && (
        <Dialog title={`Picture of ${title}`} onClose={() => setOpen(false)}>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3">
            {choices.map(({ file, label, picture }) => (
              <li key={file}>
                <PlainButton
                  aria-pressed={file === chosen?.file}
                  className="flex w-full flex-col gap-2 border border-transparent p-1.5 text-start text-sm hover:border-edge aria-pressed:border-accent"
                  onClick={() => {
                    field.onChange(file)
                    setOpen(false)
                  }}
                >
                  <span className="flex aspect-product w-full items-center justify-center bg-frame text-2xl text-muted">
                    {picture ? (
                      <img src={smallestUrl(picture)} alt="" className="size-full object-cover" />
                    ) : (
                      <span aria-hidden="true">–</span>
                    )}
                  </span>
                  <span className="line-clamp-2 wrap-anywhere">{label}</span>
                </PlainButton>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </div>
  )
}

/** The picture in the height of a field. */
const Frame = ({ url }: { url: string | undefined }) => (
  <span className="flex aspect-product h-full items-center justify-center bg-frame">
    {url ? (
      <img src={url} alt="" className="size-full object-cover" />
    ) : (
      <span aria-hidden="true">–</span>
    )}
  </span>
)
