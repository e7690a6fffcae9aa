import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type FieldPath, useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import type { Picture } from '#src/contract/catalog.ts'
import type { EditorProduct } from '#src/contract/editor.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { type CallError, request } from '../api.ts'
import { $pendingUploads } from '../pictures/use-uploads.ts'
import { noteSaved } from '../products/catalog.ts'
import { beginSave } from '../publish/publish-state.ts'
import { toast } from '../toasts.tsx'
import { type DraftKey, keepDraft, readDraft, removeDraft } from './drafts.ts'
import {
  createEmptyValues,
  entryForm,
  type FormValues,
  toFormValues,
  toSentence,
} from './form-schema.ts'

/** A pause in typing after which the draft is kept. */
const DRAFT_DELAY_MS = 400

const resolver = zodResolver(entryForm, { error: toSentence })

/** A save that another editor's save has overtaken. */
export interface Conflict {
  base: CatalogEntry
  mine: CatalogEntry
  current: EditorProduct
}

/** The pictures of an entry as the form knows them, by the name of their file. */
function toPictures(values: FormValues, others: Picture[], entry: CatalogEntry): Picture[] {
  const known = new Map(values.pictures.map(({ file, picture }) => [file, picture]))
  const bases = new Map(others.map((picture) => [picture.base.split('/').at(-1), picture]))
  return entry.pictures.flatMap(({ file }) => known.get(file) ?? bases.get(file) ?? [])
}

/** The state of a product's form: its values, its draft, its save and a conflict of the save. */
export function useProductForm(initial: EditorProduct | undefined, draftKey: DraftKey) {
  const [product, setProduct] = useState(initial)
  const id = product?.id
  const [draft] = useState(() => readDraft(draftKey))
  const base = useRef({
    revision: draft?.revision ?? initial?.revision ?? 0,
    entry: draft?.base ?? initial?.entry,
  })
  const [conflict, setConflict] = useState<Conflict>()
  const [restoredAt, setRestoredAt] = useState(draft?.keptAt)
  const [, navigate] = useLocation()
  const form = useForm<FormValues, unknown, CatalogEntry>({
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
      keepDraft(draftKey, {
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
        if (!isDirty) removeDraft(draftKey)
      },
    })
    return () => {
      unsubscribe()
      if (timer === undefined) return
      clearTimeout(timer)
      keep()
    }
  }, [draftKey, getValues, subscribe])

  const send = useMutation({
    mutationFn: async ({ entry, revision }: { entry: CatalogEntry; revision: number }) => {
      const save = beginSave()
      const { product: saved } =
        id === undefined
          ? await request('POST /editor/products', { body: entry })
          : await request('PUT /editor/products/:id', { param: id, body: { ...entry, revision } })
      return { saved, save }
    },
    onSuccess({ saved, save }) {
      removeDraft(draftKey)
      setRestoredAt(undefined)
      showVersion(saved)
      reset(toFormValues(saved.entry, saved.pictures))
      noteSaved(saved, save)
      toast.success(`${saved.entry.title} is saved.`)
      if (id === undefined) navigate(`/products/${saved.id}`, { replace: true })
    },
    onError(error, { entry: mine }) {
      const { field, message, current } = error as CallError
      if (current) setConflict({ base: base.current.entry ?? current.entry, mine, current })
      else if (field) {
        setError(field as FieldPath<FormValues>, { message })
        focusFirstFault()
      } else toast.error(message)
    },
  })
  const isSaving = send.isPending

  const saveValid = form.handleSubmit(
    (entry) => send.mutate({ entry, revision: base.current.revision }),
    focusFirstFault,
  )
  const save = async () => {
    if (isSaving) return
    if ($pendingUploads.get() > 0) return toast.error('Wait until every picture is uploaded.')
    await saveValid()
  }

  /** Saves what was merged, on top of the other editor's version. */
  const saveMerged = (merged: CatalogEntry, current: EditorProduct) => {
    setConflict(undefined)
    base.current = { revision: current.revision, entry: current.entry }
    reset(toFormValues(merged, toPictures(getValues(), current.pictures, merged)), {
      keepDefaultValues: true,
    })
    send.mutate({ entry: merged, revision: current.revision })
  }

  /** Shows a version with the same fields, e.g. archived: the next save is based on it. */
  const showVersion = (version: EditorProduct) => {
    base.current = { revision: version.revision, entry: version.entry }
    setProduct(version)
  }

  const discard = () => {
    removeDraft(draftKey)
    setRestoredAt(undefined)
    base.current = { revision: product?.revision ?? 0, entry: product?.entry }
    reset(product ? toFormValues(product.entry, product.pictures) : createEmptyValues(new Date()))
  }

  return {
    form,
    product,
    showVersion,
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
