import { atom } from 'nanostores'
import pLimit from 'p-limit'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { MAX_PICTURE_BYTES } from '#src/contract/values.ts'
import { pictureMessages } from '#src/editing/picture-messages.ts'
import { type CallError, request, sendFile } from '../app/api.ts'

type StoredPicture = ResponseBody<'POST /editor/pictures'>

/** A picture that is being sent to the shop. */
export interface Upload {
  key: number
  file: File
  /** A URL of the file on this device. */
  preview: string
  /** From 0 to 1. */
  progress: number
  /** Why it failed; undefined while it runs. */
  error?: string | undefined
  /** The shop takes another file only. */
  isRefused?: boolean
  /** The picture that the shop stored. It waits for the uploads that were chosen before it. */
  stored?: StoredPicture
}

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/** Uploads that run at once; the others wait. */
const CONCURRENCY = 2
const MB = 1024 * 1024

const limit = pLimit(CONCURRENCY)
let lastKey = 0

/** Uploads of the form that wait or run. */
export const $pendingUploads = atom(0)

/** Returns the error of a file before it is sent. */
function validateFile({ type, size, name }: File): string | undefined {
  if (/hei[cf]$/.test(type || name.toLowerCase())) return pictureMessages.heic
  if (!PICTURE_TYPES.includes(type)) return pictureMessages.format
  if (size > MAX_PICTURE_BYTES)
    return `The file has ${(size / MB).toFixed(1)} MB. A picture may have ${MAX_PICTURE_BYTES / MB} MB.`
  return undefined
}

const isPending = ({ error }: Upload): boolean => error === undefined

/** Sends pictures, a few at a time, and passes each one on in the order in which they were chosen. */
export function useUploads(onStored: (stored: StoredPicture) => void) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const handleStored = useRef(onStored)

  const change = useCallback((key: number, part: Partial<Upload>) => {
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)))
  }, [])
  const dismiss = useCallback((key: number) => {
    setUploads((all) => {
      const found = all.find((upload) => upload.key === key)
      if (found) URL.revokeObjectURL(found.preview)
      return all.filter((upload) => upload.key !== key)
    })
  }, [])

  useEffect(() => {
    handleStored.current = onStored
  })
  useEffect(() => {
    const [first] = uploads.filter(isPending)
    if (!first?.stored) return
    handleStored.current(first.stored)
    dismiss(first.key)
  }, [uploads, dismiss])
  const pendingCount = uploads.filter(isPending).length
  useEffect(() => {
    $pendingUploads.set($pendingUploads.get() + pendingCount)
    return () => $pendingUploads.set($pendingUploads.get() - pendingCount)
  }, [pendingCount])

  const send = useCallback(
    ({ key, file }: Upload) =>
      limit(async () => {
        const sender = sendFile(file, (progress) => change(key, { progress }))
        try {
          change(key, { stored: await request('POST /editor/pictures', { send: sender }) })
        } catch (error) {
          const { message, status } = error as CallError
          change(key, { error: message, isRefused: status === 400 || status === 413, progress: 0 })
        }
      }),
    [change],
  )
  const start = useCallback(
    (files: File[]) => {
      const added = files.map((file): Upload => {
        const error = validateFile(file)
        return {
          key: ++lastKey,
          file,
          preview: URL.createObjectURL(file),
          progress: 0,
          error,
          isRefused: error !== undefined,
        }
      })
      setUploads((all) => [...all, ...added])
      for (const upload of added.filter(isPending)) void send(upload)
    },
    [send],
  )
  const retry = useCallback(
    (upload: Upload) => {
      change(upload.key, { error: undefined })
      void send(upload)
    },
    [change, send],
  )

  return { uploads, start, retry, dismiss }
}
