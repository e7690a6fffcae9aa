import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  useForm,
} from 'react-hook-form'
import { listChangedFields } from '#src/editing/merge-versions.ts'
import type { CallError } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import { $pendingUploads } from '../pictures/use-uploads.ts'
import { type SaveStart, startSave } from '../publish/publish-state.ts'
import { type DraftKey, readDraft, removeDraft, storeDraft } from './drafts.ts'
import type { LocateError } from './ErrorSummary.tsx'
import type { RecordFields } from './record-fields.ts'
import type { RecordApi } from './versions.ts'

/** A pause in typing after which the draft is kept. */
const DRAFT_DELAY_MS = 400

/** The fields that a product and a record of content have in common. */
export interface SavedRecord {
  id: string
  revision: number
  archived: boolean
}

/** How the form of a kind of record is made and saved, and what it is called. */
export interface RecordForm<Values extends FieldValues, Body, Saved extends SavedRecord> {
  api: RecordApi
  /** E.g. `product`. */
  noun: string
  /** Says whether a save is published. */
  saveLabel: 'Save and publish' | 'Save'
  fields: RecordFields<Body>
  locateError: LocateError
  /** Text of the history before the first change. */
  noVersions: string
  resolver: Resolver<Values, unknown, Body>
  getBody: (saved: Saved) => Body
  getTitle: (body: Body) => string
  /** The values of the form; for undefined those of a new record. */
  toValues: (saved: Saved | undefined) => Values
  /** What the form shows of both versions, merged on top of the other editor's. */
  toMergedValues: (merged: Body, current: Saved, before: Values) => Values
  /** Fields of an earlier version, by their paths in the form. */
  toRestored: (
    body: Body,
    names: string[],
    saved: Saved | undefined,
    after: Body | undefined,
  ) => Record<string, unknown>
  /** @returns undefined for what an earlier form has kept, and for what is no draft of this form. */
  readValues: (kept: unknown) => Values | undefined
  /** Reads the body that a draft was made from. */
  readBody: (kept: unknown) => Body | undefined
  /** Asks for confirmation before a save, e.g. of an odd price; false keeps the input unsaved. */
  confirmSave?: (body: Body, before: Body | undefined) => Promise<boolean>
  /** Describes the changes of a save in its success message. */
  describeSave?: (body: Body, before: Body | undefined) => string
  /** The field of the form that the server's answer names. */
  toName: (field: string) => string
  /** @param base what the body was made from. */
  save: (
    body: Body,
    saved: Saved | undefined,
    revision: number,
    base: Body | undefined,
  ) => Promise<Saved>
  /** What a later version with the same fields has in place of those that change without a save, e.g. a stock. */
  keepSeen?: (version: Body, seen: Body) => Body
  onSaved: (saved: Saved, save: SaveStart, isNew: boolean) => void
  /** Reads the version that a save was refused for, where it is no record. */
  toSaved?: (current: unknown) => Saved
}

/** A save that another editor's save has overtaken. */
export interface Conflict<Body, Saved> {
  base: Body
  mine: Body
  current: Saved
  /** Whether another version was saved, and not only a count changed. */
  isSaved: boolean
}

/** Changes of a record run one after the other: a save follows the archiving that was begun before it. */
export const RECORD_SCOPE = { id: 'record' }

/** The state of a record's form: its values, its draft, its save and a conflict of the save. */
export function useRecordForm<
  Values extends FieldValues,
  Body extends object,
  Saved extends SavedRecord,
>(
  { getBody, toValues, ...options }: RecordForm<Values, Body, Saved>,
  initial: Saved | undefined,
  draftKey: DraftKey,
) {
  const [saved, setSaved] = useState(initial)
  const [draft] = useState(() => {
    const kept = readDraft(draftKey)
    const values = options.readValues(kept?.values)
    const base = options.readBody(kept?.base)
    const isWhole = kept && (kept.base === undefined || base)
    return isWhole && values ? { ...kept, base, values } : undefined
  })
  const base = useRef({
    revision: draft?.revision ?? initial?.revision ?? 0,
    body: draft?.base ?? (initial && getBody(initial)),
  })
  const [conflict, setConflict] = useState<Conflict<Body, Saved>>()
  /** Saves that the server refused for a field. */
  const [rejections, setRejections] = useState(0)
  const [restoredAt, setRestoredAt] = useState(draft?.keptAt)
  const form = useForm<Values, unknown, Body>({
    defaultValues: toValues(initial) as DefaultValues<Values>,
    resolver: options.resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const { reset, getValues, setError, formState, subscribe } = form
  const keepTyped = useCallback((key: DraftKey, values: Values) => {
    const { revision, body } = base.current
    const keptAt = new Date().toISOString()
    storeDraft(key, { revision, ...(body ? { base: body } : {}), keptAt, values })
  }, [])

  // Before the form can be typed into: a later reset would drop the first letters.
  useLayoutEffect(() => {
    if (draft) reset(draft.values, { keepDefaultValues: true })
  }, [draft, reset])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      timer = undefined
      keepTyped(draftKey, getValues())
    }
    const unsubscribe = subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ isDirty }) => {
        clearTimeout(timer)
        timer = isDirty ? setTimeout(keep, DRAFT_DELAY_MS) : undefined
        if (!isDirty) removeDraft(draftKey)
      },
    })
    const keepNow = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      keep()
    }
    // A reload within the pause.
    addEventListener('pagehide', keepNow)
    return () => {
      unsubscribe()
      removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [draftKey, getValues, keepTyped, subscribe])

  const send = useMutation({
    scope: RECORD_SCOPE,
    mutationFn: async ({ body }: { body: Body; sent: Values }) => {
      const begun = startSave()
      const { revision, body: baseBody } = base.current
      return { after: await options.save(body, saved, revision, baseBody), begun }
    },
    onSuccess({ after, begun }, { sent }) {
      const values = getValues()
      const names = Object.keys(values)
      const typedSince = listChangedFields(names, sent, values)
      const before = saved && getBody(saved)
      removeDraft(draftKey)
      setRestoredAt(undefined)
      base.current = { revision: after.revision, body: getBody(after) }
      setSaved(after)
      const recordId = draftKey.recordId.replace(/[^/]*$/, after.id)
      const isSameForm = recordId === draftKey.recordId
      const next = toValues(after)
      if (typedSince.length > 0) keepTyped({ ...draftKey, recordId }, values)
      // The server trims texts.
      for (const name of listChangedFields(names, values, next))
        if (!typedSince.includes(name)) form.setValue(name as FieldPath<Values>, next[name])
      // Fields keep their elements, and so the focus. A record with a new id gets a form of its own.
      reset(next, { keepValues: isSameForm, keepDirty: isSameForm && typedSince.length > 0 })
      const changed = options.describeSave?.(getBody(after), before) ?? ''
      toast.success(
        `${options.getTitle(getBody(after))} is saved.${changed}`,
        undefined,
        draftKey.recordId,
      )
      options.onSaved(after, begun, saved === undefined)
    },
    onError(error, { body: mine }) {
      const { field, message, current: input } = error as CallError
      const current =
        input === undefined ? undefined : (options.toSaved?.(input) ?? (input as Saved))
      const { revision, body: seen } = base.current
      if (current)
        setConflict({
          base: seen ?? getBody(current),
          mine,
          current,
          isSaved: current.revision !== revision,
        })
      else if (field) {
        setError(options.toName(field) as FieldPath<Values>, { message })
        setRejections((count) => count + 1)
      } else toast.error(message, undefined, draftKey.recordId)
    },
  })
  const isSaving = send.isPending

  const sendBody = (body: Body) => send.mutate({ body, sent: structuredClone(getValues()) })
  const saveValid = form.handleSubmit(async (body) => {
    const confirmed = await options.confirmSave?.(body, saved && getBody(saved))
    if (confirmed !== false) sendBody(body)
  })
  const save = async () => {
    if (isSaving) return
    if ($pendingUploads.get() > 0) return toast.error('Wait until every picture is uploaded.')
    await saveValid()
  }

  /** Gives a body without errors, and the version that it is based on. */
  const withValidBody = (take: (body: Body, revision: number, base: Body | undefined) => void) =>
    $pendingUploads.get() > 0
      ? toast.error('Wait until every picture is uploaded.')
      : form.handleSubmit((body) => take(body, base.current.revision, base.current.body))()

  /** Saves what was merged, on top of the other editor's version. */
  const saveMerged = (merged: Body, current: Saved) => {
    setConflict(undefined)
    base.current = { revision: current.revision, body: getBody(current) }
    reset(options.toMergedValues(merged, current, getValues()), { keepDefaultValues: true })
    sendBody(merged)
  }

  /** Shows a version with the same fields, e.g. archived: the next save is based on it. */
  const showVersion = (version: Saved) => {
    const { body: seen } = base.current
    const body = getBody(version)
    const kept = (seen && options.keepSeen?.(body, seen)) ?? body
    base.current = { revision: version.revision, body: kept }
    setSaved(version)
  }

  /** Shows a version that was saved in another way, in a form without changes. */
  const showSaved = (version: Saved) => {
    base.current = { revision: version.revision, body: getBody(version) }
    setSaved(version)
    reset(toValues(version))
  }

  const discard = () => {
    removeDraft(draftKey)
    setRestoredAt(undefined)
    base.current = { revision: saved?.revision ?? 0, body: saved && getBody(saved) }
    reset(toValues(saved))
  }

  /** Puts fields of an earlier version into the form. @param after the version that changed them. */
  const restore = (body: Body, names: string[], after?: Body) => {
    const restored = options.toRestored(body, names, saved, after)
    for (const [name, value] of Object.entries(restored))
      form.setValue(name as FieldPath<Values>, value as never, {
        shouldDirty: true,
        shouldValidate: true,
      })
    toast.success('Restored in the form. Save to publish it.')
  }

  return {
    form,
    saved,
    showVersion,
    showSaved,
    restore,
    isDirty: formState.isDirty,
    isSaving,
    save,
    withValidBody,
    rejections,
    restoredAt,
    discard,
    conflict,
    closeConflict: () => setConflict(undefined),
    saveMerged,
  }
}
