import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { ListingItem } from '#src/contract/catalog.ts'
import { brand } from '#src/rules/brand.ts'
import { productPath } from '#src/rules/paths.ts'
import { ProductCard } from '#src/ui/ProductCard.tsx'
import { call } from '../api.ts'
import type { FormValues } from '../form/form-values.ts'
import { PreviewFrame } from './PreviewFrame.tsx'
import { toPreviewEntry } from './preview-entry.ts'

/** A pause in typing after which the preview is rendered. */
const PAUSE_MS = 120

const VIEWS = ['Phone', 'Desktop', 'Card', 'Search result'] as const

interface Preview {
  html: string
  item: ListingItem
  description: string
}

/** The page as the publisher renders it, a moment after each change of the form. */
function usePreview(id: string | undefined): { preview: Preview | undefined; message: string } {
  const { getValues, subscribe } = useFormContext<FormValues>()
  const [preview, setPreview] = useState<Preview>()
  const [message, setMessage] = useState('')
  useEffect(() => {
    let latest = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const render = async () => {
      const request = ++latest
      const result = await call('POST /editor/preview', {
        body: { entry: toPreviewEntry(getValues()), ...(id === undefined ? {} : { id }) },
      })
      // An answer that a later change has overtaken.
      if (request !== latest) return
      setMessage(result.ok ? '' : result.message)
      if (result.ok) setPreview(result.body)
    }
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(render, PAUSE_MS)
      },
    })
    void render()
    return () => {
      latest = -1
      clearTimeout(timer)
      unsubscribe()
    }
  }, [id, getValues, subscribe])
  return { preview, message }
}

export function PreviewPanel({ id }: { id: string | undefined }) {
  const { preview, message } = usePreview(id)
  const [view, setView] = useState<(typeof VIEWS)[number]>('Phone')
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="m-0 flex flex-wrap gap-1">
        <legend className="sr-only">What is previewed</legend>
        {VIEWS.map((one) => (
          <label
            key={one}
            className="flex min-h-10 cursor-pointer items-center border border-transparent px-3 text-sm has-checked:border-edge has-checked:bg-surface has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name="preview"
              className="sr-only"
              checked={view === one}
              onChange={() => setView(one)}
            />
            {one}
          </label>
        ))}
      </fieldset>
      {message && (
        <p role="alert" className="text-sm text-danger">
          {message}
        </p>
      )}
      {(view === 'Phone' || view === 'Desktop') && (
        <PreviewFrame html={preview?.html} width={view === 'Phone' ? 390 : 1280} />
      )}
      {preview && view === 'Card' && (
        // The links of a card lead away from the form.
        <div inert className="w-full max-w-xs border border-line p-6">
          <ProductCard product={preview.item} sizes="320px" priority />
        </div>
      )}
      {preview && view === 'Search result' && (
        <div className="flex max-w-xl flex-col gap-1 border border-line p-6">
          <p className="truncate text-sm text-muted">
            {location.host}
            {productPath(preview.item.slug)}
          </p>
          <p className="truncate text-lg text-accent">
            {preview.item.title} · {brand.name}
          </p>
          <p className="line-clamp-2 text-sm">{preview.description}</p>
        </div>
      )}
    </div>
  )
}
