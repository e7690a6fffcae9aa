import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ImportResult } from '#src/contract/editor.ts'
import { count } from '#src/rules/count.ts'
import { request, sendFile } from '../app/api.ts'
import { refreshLaunches } from '../launches/draft-form.ts'
import { useIsLive } from '../launches/LaunchSelect.tsx'
import { createCategory } from '../product/create-category.ts'
import { followSave, startSave } from '../publish/publish-state.ts'
import { undoBatch } from '../publish/undo-batch.ts'
import { readTable, type Table } from './read-table.ts'

/** The import of a file: it is read and checked as soon as it is chosen, and saved once it is asked for. */
export function useImport() {
  const [file, setFile] = useState<File>()
  const [table, setTable] = useState<Table>()
  const [columns, setColumns] = useState<Record<string, string>>({})
  const [launch, setLaunch] = useState<string>()
  const [result, setResult] = useState<ImportResult>()
  const [progress, setProgress] = useState<number>()
  const [message, setMessage] = useState('')
  const latest = useRef(0)
  const running = useRef<Promise<unknown>>(Promise.resolve())

  const isLive = useIsLive()
  const send = async (
    { csv }: Table,
    mapping: Record<string, string>,
    dryRun: boolean,
    into = launch,
  ) => {
    const attempt = ++latest.current
    setProgress(0)
    setMessage('')
    // The server checks one file at a time.
    await running.current
    if (attempt !== latest.current) return
    const save = startSave()
    const sent = request('POST /editor/import', {
      query: {
        dryRun: String(dryRun),
        columns: JSON.stringify(mapping),
        ...(into ? { launch: into } : {}),
      },
      send: sendFile(csv, setProgress),
    })
    running.current = sent.catch(() => undefined)
    const outcome = await sent.catch((error: Error) => error)
    // By the keyboard a field is chosen through others, whose checks may end later.
    if (dryRun && attempt !== latest.current) return
    setProgress(undefined)
    if (outcome instanceof Error) return setMessage(outcome.message)
    setResult(outcome)
    const { applied, created, updated } = outcome
    if (!applied) return
    if (into) refreshLaunches()
    if (!into || isLive(into))
      followSave(save, { title: `The import of ${count(created + updated, 'product')}`, path: '' })
  }
  const choose = async (chosen: File | undefined, sheet?: string) => {
    if (!chosen) return
    const attempt = ++latest.current
    setFile(chosen)
    setTable((former) => (sheet === undefined ? undefined : former && { ...former, sheet }))
    setResult(undefined)
    setColumns({})
    setMessage('')
    setProgress(0)
    const read = await readTable(chosen, sheet).catch((error: Error) => error)
    if (attempt !== latest.current) return
    if (read instanceof Error) {
      setProgress(undefined)
      return setMessage(read.message)
    }
    setTable(read)
    void send(read, {}, true)
  }
  const mapColumn = (header: string, field: string) => {
    const mapping = { ...columns, [header]: field }
    setColumns(mapping)
    if (table) void send(table, mapping, true)
  }
  const chooseLaunch = (chosen: string | undefined) => {
    setLaunch(chosen)
    if (table) void send(table, columns, true, chosen)
  }
  const create = useMutation({
    mutationFn: async (name: string) => {
      const { toAddress } = await import('#src/editing/address.ts')
      await createCategory(name, toAddress(name))
    },
    onSuccess: () => table && send(table, columns, true),
  })
  const undo = useMutation({
    mutationFn: (id: string) => undoBatch(id),
    onSuccess: () => {
      setFile(undefined)
      setResult(undefined)
      setTable(undefined)
    },
  })

  return {
    table,
    columns,
    launch,
    isLive: isLive(launch),
    result,
    /** From 0 to 1 while the file is sent; undefined while nothing is. */
    progress,
    /** Why the file could not be read or sent. */
    message,
    choose,
    chooseSheet: (sheet: string) => choose(file, sheet),
    mapColumn,
    chooseLaunch,
    /** Creates a category that the file names, and checks the file again. */
    createCategory: (name: string) => create.mutate(name),
    apply: () => table && void send(table, columns, false),
    undo: (batch: string, onSuccess: () => void) => undo.mutate(batch, { onSuccess }),
  }
}
