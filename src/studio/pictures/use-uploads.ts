import { useCallback, useEffect, useRef, useState } from 'react'
import type { Picture } from '#src/contract/catalog.ts'
import { MAX_PICTURE_BYTES } from '#src/contract/values.ts'
import { call } from '../api.ts'

/** A picture that is on its way to the shop. */
export interface Upload {
  key: number
  file: File
  /** A URL of the file on this device. */
  preview: string
  /** From 0 to 1. */
  progress: number
  /** Why it failed; undefined while it runs. */
  error: string | undefined
}

/** Uploads that run at once; the others wait. */
const CONCURRENCY = 2
const MB = 1024 * 1024

let lastKey = 0

/** Sends pictures, a few at a time, and hands each one over when it is stored. */
export function useUploads(onUploaded: (uploaded: { file: string; picture: Picture }) => void) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const queue = useRef<Upload[]>([])
  const running = useRef(0)
  const handleUploaded = useRef(onUploaded)
  useEffect(() => {
    handleUploaded.current = onUploaded
  })

  const change = useCallback((key: number, part: Partial<Upload>) => {
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  }, [])
  const dismiss = useCallback((key: number) => {
    setUploads((all) => {
      const found = all.find((one) => one.key === key)
      if (found) URL.revokeObjectURL(found.preview)
      return all.filter((one) => one.key !== key)
    })
  }, [])

  const work = useCallback(async () => {
    if (running.current >= CONCURRENCY) return
    running.current++
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { key, file } = next
      const result = await call('POST /editor/pictures', {
        file,
        onProgress: (progress) => change(key, { progress }),
      })
      if (result.ok) {
        handleUploaded.current(result.body)
        dismiss(key)
      } else change(key, { error: result.message, progress: 0 })
    }
    running.current--
  }, [change, dismiss])

  const start = useCallback(
    (files: File[]) => {
      const added = files.map((file): Upload => {
        const isTooLarge = file.size > MAX_PICTURE_BYTES
        return {
          key: ++lastKey,
          file,
          preview: URL.createObjectURL(file),
          progress: 0,
          error: isTooLarge
            ? `The file has ${(file.size / MB).toFixed(1)} MB. A picture may have ${MAX_PICTURE_BYTES / MB} MB.`
            : undefined,
        }
      })
      setUploads((all) => [...all, ...added])
      queue.current.push(...added.filter(({ error }) => error === undefined))
      for (let worker = 0; worker < CONCURRENCY; worker++) void work()
    },
    [work],
  )
  const retry = useCallback(
    (upload: Upload) => {
      change(upload.key, { error: undefined })
      queue.current.push(upload)
      void work()
    },
    [change, work],
  )

  return { uploads, start, retry, dismiss }
}
