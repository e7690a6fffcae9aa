import { useCallback, useEffect, useRef, useState } from 'react'
import { type FieldErrors, type FieldPath, type Resolver, set, useForm } from 'react-hook-form'
import type { Picture } from '#src/contract/catalog.ts'
import type { CatalogueEntry } from '#src/contract/entry.ts'
import { createProductRequest, type EditorProduct } from '#src/contract/editor.ts'
import { call, type Failure } from '../api.ts'
import { $pendingUploads } from '../pictures/use-uploads.ts'
import { noteSaved } from '../products/catalogue.ts'
import { type BegunSave, beginSave } from '../publish/publish-state.ts'
import { navigate } from '../router.ts'
import { toast } from '../toasts.tsx'
import { keepDraft, readDraft, removeDraft } from './drafts.ts'
import { findFaults, toFieldPath } from './faults.ts'
import { createEmptyValues, type FormValues, toEntry, toFormValues } from './form-values.ts'

/** A pause in typing after which the draft is kept. */
const DRAFT_DELAY_MS = 400

const resolver: Resolver<FormValues> = (values) => {
  const errors: FieldErrors<FormValues> = {}
  const faults = Object.entries(findFaults(values))
  for (const [path, message] of faults) set(errors, path, { type: 'validate', message })
  return faults.length > 0 ? { values: {}, errors } : { values, errors: {} }
}

/** A save that another editor's save has overtaken. */
export interface Conflict {
  base: CatalogueEntry
  mine: CatalogueEntry
  current: EditorProduct
}

/** The pictures of an entry as the form knows them, by the name of their file. */
function toPictures(values: FormValues, others: Picture[], entry: CatalogueEntry): Picture[] {
  const known = new Map(values.pictures.map(({ file, picture }) => [file, picture]))
  const bases = new Map(others.map((picture) => [picture.base.split('/').at(-1), picture]))
  return entry.pictures.flatMap(({ file }) => known.get(file) ?? bases.get(file) ?? [])
}

/** The state of a product's form: its values, its draft, its save and a conflict of the save. */
export function useProductForm(initial: EditorProduct | undefined) {
  const [product, setProduct] = useState(initial)
  const id = product?.id
  const [draft] = useState(() => readDraft(initial?.id))
  const base = useRef({
    revision: draft?.revision ?? initial?.revision ?? 0,
    entry: draft?.base ?? initial?.entry,
  })
  const [conflict, setConflict] = useState<Conflict>()
  const [isSaving, setSaving] = useState(false)
  const [restoredAt, setRestoredAt] = useState(draft?.keptAt)
  const form = useForm<FormValues>({
    defaultValues: initial
      ? toFormValues(initial.entry, initial.pictures)
      : createEmptyValues(new Date()),
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const { reset, getValues, setError, formState, subscribe } = form

  useEffect(() => {
    if (draft) reset(draft.values, { keepDefaultValues: true })
  }, [draft, reset])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      timer = undefined
      const { revision, entry } = base.current
      keepDraft(id, {
        revision,
        ...(entry ? { base: entry } : {}),
        keptAt: new Date().toISOString(),
        values: getValues(),
      })
    }
    const unsubscribe = subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ isDirty }) => {
        clearTimeout(timer)
        timer = isDirty ? setTimeout(keep, DRAFT_DELAY_MS) : undefined
        if (!isDirty) removeDraft(id)
      },
    })
    return () => {
      unsubscribe()
      if (timer === undefined) return
      clearTimeout(timer)
      keep()
    }
  }, [id, getValues, subscribe])

  const showSaved = useCallback(
    (saved: EditorProduct, save: BegunSave) => {
      base.current = { revision: saved.revision, entry: saved.entry }
      removeDraft(id)
      setRestoredAt(undefined)
      setProduct(saved)
      reset(toFormValues(saved.entry, saved.pictures))
      noteSaved(saved, save)
      toast.success(`${saved.entry.title} is saved.`)
      if (id === undefined) void navigate(`/products/${saved.id}`, { replace: true })
    },
    [id, reset],
  )

  const showFailure = (failure: Failure, mine: CatalogueEntry) => {
    const current = failure.body['current'] as EditorProduct | undefined
    if (current) setConflict({ base: base.current.entry ?? current.entry, mine, current })
    else if (failure.field) {
      const path = toFieldPath(getValues(), failure.field.split('.')) as FieldPath<FormValues>
      setError(path, { message: failure.message })
      focusFirstFault()
    } else toast.error(failure.message)
  }

  const send = async (entry: CatalogueEntry, revision: number) => {
    const save = beginSave()
    setSaving(true)
    const result =
      id === undefined
        ? await call('POST /editor/products', { body: entry })
        : await call('PUT /editor/products/:id', { id, body: { ...entry, revision } })
    setSaving(false)
    if (result.ok) showSaved(result.body.product, save)
    else showFailure(result, entry)
  }

  const saveValid = form.handleSubmit(
    (values) => send(createProductRequest.parse(toEntry(values)), base.current.revision),
    focusFirstFault,
  )
  const save = async () => {
    if (isSaving) return
    if ($pendingUploads.get() > 0) return toast.error('Wait until every picture is uploaded.')
    await saveValid()
  }

  /** Saves what was merged, on top of the other editor's version. */
  const saveMerged = async (merged: CatalogueEntry, current: EditorProduct) => {
    setConflict(undefined)
    base.current = { revision: current.revision, entry: current.entry }
    reset(toFormValues(merged, toPictures(getValues(), current.pictures, merged)), {
      keepDefaultValues: true,
    })
    await send(merged, current.revision)
  }

  const discard = () => {
    removeDraft(id)
    setRestoredAt(undefined)
    base.current = { revision: product?.revision ?? 0, entry: product?.entry }
    reset(product ? toFormValues(product.entry, product.pictures) : createEmptyValues(new Date()))
  }

  return {
    form,
    product,
    setProduct,
    isDirty: formState.isDirty,
    isSaving,
    save,
    restoredAt,
    discard,
    conflict,
    closeConflict: () => setConflict(undefined),
    saveMerged,
  }
}

/** The first fault on the page, once it is drawn. */
function focusFirstFault(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus(),
  )
}
